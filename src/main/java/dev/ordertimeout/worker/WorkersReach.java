package dev.ordertimeout.worker;

import dev.ordertimeout.task.TaskQueueInspector.Entry;

/**
 * What workers can have done to a task, as of one moment. What the queue holds beyond that was
 * forged, or made under a clock that was set back since; it keeps nobody from the task. Sweep and
 * reconciliation both judge by this. What is within reach cannot be told from a worker's doing, and
 * passes within a lease.
 *
 * @param nowMs by the database's clock, ms since 1970
 * @param latestLeaseEndMs when a lease granted now ends, by the queue's clock, ms since 1970
 * @param graceMs for how much longer a task that is due may be told to wait, ms; a task that waits
 *     after a failure has a row that says so, and is not judged here
 * @param mostAttempts with which a task is set aside at the latest
 */
public record WorkersReach(long nowMs, long latestLeaseEndMs, long graceMs, int mostAttempts) {

  /**
   * Whether some worker may have the task in hand, or will before long.
   *
   * @param dueAtMs as its row says, ms since 1970
   */
  public boolean covers(Entry entry, long dueAtMs) {
    return switch (entry.state()) {
      case ABSENT -> false;
      case LEASED -> isDue(dueAtMs) && coversLease(entry);
      case DUE -> entry.atMs() <= nowMs + graceMs && couldHaveTried(entry.attempts(), dueAtMs);
    };
  }

  /** Whether some worker may hold the lease, whatever the rows say by now. */
  public boolean coversLease(Entry entry) {
    return entry.atMs() <= latestLeaseEndMs
        && entry.attempts() > 0
        && entry.attempts() <= mostAttempts;
  }

  private boolean couldHaveTried(int attempts, long dueAtMs) {
    return attempts == 0 || (attempts <= mostAttempts && isDue(dueAtMs));
  }

  /** Workers go by the same clock, if not by the same reading of it. */
  private boolean isDue(long dueAtMs) {
    return dueAtMs <= nowMs + graceMs;
  }
}
