package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.QueueUnavailableException;

/** Something happens. Prints itself as one line of a history. */
sealed interface Step permits RowStep, WorkerStep, SweepStep, Fault {

  /**
   * Does nothing where it cannot happen, so that a history stays one when steps are left out.
   *
   * @throws QueueUnavailableException if it was cut
   * @throws Violation if the queue does not do what it promises
   */
  void run(World world);

  /** With less about it, or itself. */
  default Step simpler() {
    return this;
  }
}
