package dev.ordertimeout.reconcile;

import java.util.EnumMap;
import java.util.Map;

/** What a run has counted so far. Used by the thread of the run alone. */
final class Tally {
  private final Map<Finding, Long> findings = new EnumMap<>(Finding.class);
  private long orders;
  private long compared;
  private long entries;
  private long repaired;

  /**
   * @param timers rows' timers that were compared
   * @param ofOrders how many orders they belong to that were not counted before
   */
  void scannedRows(int timers, int ofOrders) {
    compared += timers;
    orders += ofOrders;
  }

  void scannedEntries(int count) {
    entries += count;
  }

  void found(Finding finding, int count) {
    findings.merge(finding, (long) count, Long::sum);
  }

  void repaired(int count) {
    repaired += count;
  }

  long orders() {
    return orders;
  }

  long entries() {
    return entries;
  }

  /** Timers of rows and entries of the queue together: how much of the work is done. */
  long compared() {
    return compared + entries;
  }

  long repaired() {
    return repaired;
  }

  Findings findings() {
    return new Findings(
        of(Finding.OVERDUE),
        of(Finding.MISSING),
        of(Finding.DRIFTED),
        of(Finding.GHOST),
        of(Finding.ORPHANED));
  }

  private long of(Finding finding) {
    return findings.getOrDefault(finding, 0L);
  }
}
