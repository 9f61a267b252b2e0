package dev.ordertimeout.reconcile;

/** Leaves a run whose process is asked to end. */
class InterruptedRunException extends RuntimeException {
  InterruptedRunException() {
    super("The process is asked to end", null, false, false);
  }
}
