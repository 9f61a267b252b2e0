package dev.ordertimeout.reconcile;

/** Where a reconciliation stands. */
public enum RunStatus {
  RUNNING,
  COMPLETED,
  /** Redis or PostgreSQL went away, or something broke; the run says what. */
  FAILED,
  /** Its process was stopped or died. */
  INTERRUPTED
}
