package dev.ordertimeout.reconcile;

/** How many of each {@link Finding}. */
public record Findings(long overdue, long missing, long drifted, long ghost, long orphaned) {

  public long of(Finding finding) {
    return switch (finding) {
      case OVERDUE -> overdue;
      case MISSING -> missing;
      case DRIFTED -> drifted;
      case GHOST -> ghost;
      case ORPHANED -> orphaned;
    };
  }

  public long total() {
    return overdue + missing + drifted + ghost + orphaned;
  }
}
