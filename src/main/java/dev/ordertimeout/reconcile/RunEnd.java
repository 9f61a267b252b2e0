package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import dev.ordertimeout.task.QueueUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended.
 *
 * @param error for people; null unless it failed
 */
record RunEnd(RunStatus status, @Nullable String error) {
  static final RunEnd NOT_YET = new RunEnd(RunStatus.RUNNING, null);
  static final RunEnd COMPLETED = new RunEnd(RunStatus.COMPLETED, null);

  /** What a failure comes to. */
  static RunEnd of(RuntimeException failure) {
    if (failure instanceof InterruptedRunException) {
      return new RunEnd(RunStatus.INTERRUPTED, null);
    }
    if (failure instanceof QueueUnavailableException) {
      return failed(
          isOfAnotherType(failure)
              ? "Redis holds something else under a key of the queue; a run that is not dry sets it aside"
              : "Redis is not available");
    }
    if (failure instanceof DatabaseUnavailableException) {
      return failed("PostgreSQL is not available");
    }
    return failed("Something went wrong; the log of the process says what");
  }

  /** Whether the failure is one of this code, not of its surroundings. */
  boolean isUnexpected(RuntimeException failure) {
    return status == RunStatus.FAILED
        && !(failure instanceof QueueUnavailableException)
        && !(failure instanceof DatabaseUnavailableException);
  }

  private static boolean isOfAnotherType(RuntimeException failure) {
    return String.valueOf(failure.getMessage()).contains("WRONGTYPE");
  }

  private static RunEnd failed(String error) {
    return new RunEnd(RunStatus.FAILED, error);
  }
}
