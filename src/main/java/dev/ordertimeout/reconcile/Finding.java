package dev.ordertimeout.reconcile;

import java.util.Locale;

/** A way in which rows and queue can differ. */
public enum Finding {
  /** Due for longer than the sweep's grace, and the queue will not hand it out by now. */
  OVERDUE,
  /** A row implies it, the queue does not hold it. */
  MISSING,
  /** The queue holds it, never tried, for another time than the row says. */
  DRIFTED,
  /** The queue holds it, no row implies it. */
  GHOST,
  /** A claim without a lease, or a lease without a claim. */
  ORPHANED;

  /** As metrics and tables show it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
