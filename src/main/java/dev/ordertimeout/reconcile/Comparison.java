package dev.ordertimeout.reconcile;

import dev.ordertimeout.task.TaskQueueInspector.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong about a timer, as of one moment.
 *
 * @param nowMs by the database's clock, ms since 1970
 * @param graceMs for how long past due a timer is left to the queue, ms
 */
record Comparison(long nowMs, long graceMs) {

  /** Null if nothing is. A task under a lease, or waiting after a failure, is in hand. */
  @Nullable Finding of(Sighting timer) {
    Entry entry = timer.entry();
    Long dueAtMs = timer.dueAtMs();
    if (dueAtMs == null) {
      return entry.state() == Entry.State.DUE ? Finding.GHOST : null;
    }
    return switch (entry.state()) {
      case ABSENT -> isOverdue(dueAtMs) ? Finding.OVERDUE : Finding.MISSING;
      case DUE -> entry.attempts() > 0 ? null : ofDue(dueAtMs, entry.atMs());
      case LEASED -> null;
    };
  }

  private @Nullable Finding ofDue(long dueAtMs, long atMs) {
    if (atMs == dueAtMs || waitsItsTurn(dueAtMs, atMs)) {
      return null;
    }
    return isOverdue(dueAtMs) && atMs > nowMs ? Finding.OVERDUE : Finding.DRIFTED;
  }

  /** A worker that found the row locked gave it back for a little later, and that has come too. */
  private boolean waitsItsTurn(long dueAtMs, long atMs) {
    return dueAtMs < atMs && atMs <= nowMs;
  }

  private boolean isOverdue(long dueAtMs) {
    return dueAtMs < nowMs - graceMs;
  }
}
