package dev.ordertimeout.faults;

import java.util.List;
import java.util.Locale;

/**
 * Durations of one kind, by rank.
 *
 * @param sortedMs ascending
 */
record Latencies(double[] sortedMs) {
  static Latencies ofMicroseconds(List<Long> us) {
    return new Latencies(us.stream().mapToDouble(each -> each / 1000.0).sorted().toArray());
  }

  /** The least that so large a part of them does not exceed, ms; 0 of none. */
  double ms(double part) {
    int rank = (int) Math.ceil(part * sortedMs.length) - 1;
    return sortedMs.length == 0 ? 0 : sortedMs[Math.max(0, rank)];
  }

  int count() {
    return sortedMs.length;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.0f / %.0f ms", ms(0.5), ms(1));
  }
}
