package dev.ordertimeout.reconcile;

import java.util.Locale;

/** A way in which rows and queue can differ. */
public enum Finding {
  /** Due for longer than the sweep's grace, and the queue will not hand it out by now. */
  OVERDUE,
  /** A row implies it, the queue does not hold it. */
  MISSING,
  /**
   * The queue holds it for another time than the row says, or under a lease or after tries that no
   * worker can have made.
   */
  DRIFTED,
  /** The queue holds it, no row implies it; or it is no task at all, or in a wrong place. */
  GHOST,
  /** A claim without a lease, or a lease without a claim. */
  ORPHANED;

  /** As metrics and tables show it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
