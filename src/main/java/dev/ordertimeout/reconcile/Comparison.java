package dev.ordertimeout.reconcile;

import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.worker.WorkersReach;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong about a timer, as of one moment.
 *
 * @param reach what workers can have done; the rest is not theirs, and wrong
 */
record Comparison(WorkersReach reach) {

  /** Null if nothing is. */
  @Nullable Finding of(Sighting timer) {
    Entry entry = timer.entry();
    Long dueAtMs = timer.dueAtMs();
    if (dueAtMs == null) {
      return ofUnimplied(entry);
    }
    return switch (entry.state()) {
      case ABSENT -> isOverdue(dueAtMs) ? Finding.OVERDUE : Finding.MISSING;
      case DUE -> ofDue(dueAtMs, entry);
      case LEASED -> reach.covers(entry, dueAtMs) ? null : ofLease(entry, Finding.DRIFTED);
    };
  }

  private @Nullable Finding ofUnimplied(Entry entry) {
    return switch (entry.state()) {
      case ABSENT -> null;
      case DUE -> Finding.GHOST;
      case LEASED -> reach.coversLease(entry) ? null : ofLease(entry, Finding.GHOST);
    };
  }

  private static Finding ofLease(Entry entry, Finding otherwise) {
    return entry.attempts() == 0 ? Finding.ORPHANED : otherwise;
  }

  private @Nullable Finding ofDue(long dueAtMs, Entry entry) {
    if (entry.attempts() > 0) {
      return reach.covers(entry, dueAtMs) ? null : ofMoved(dueAtMs, entry.atMs());
    }
    boolean agrees = entry.atMs() == dueAtMs || waitsItsTurn(dueAtMs, entry.atMs());
    return agrees ? null : ofMoved(dueAtMs, entry.atMs());
  }

  private Finding ofMoved(long dueAtMs, long atMs) {
    return isOverdue(dueAtMs) && atMs > reach.nowMs() ? Finding.OVERDUE : Finding.DRIFTED;
  }

  /** A worker that found the row locked gave it back for a little later, and that has come too. */
  private boolean waitsItsTurn(long dueAtMs, long atMs) {
    return dueAtMs < atMs && atMs <= reach.nowMs();
  }

  private boolean isOverdue(long dueAtMs) {
    return dueAtMs < reach.nowMs() - reach.graceMs();
  }
}
