package dev.ordertimeout.redis.model;

import org.jspecify.annotations.Nullable;

/** The database's clock and the queue's, which only the test moves; ms since 1970. */
final class Clocks {
  private static final long START_MS = 1_700_000_000_000L;

  private long databaseMs = START_MS;
  private long differenceMs;

  long databaseMs() {
    return databaseMs;
  }

  /** The database's clock minus the queue's. */
  long differenceMs() {
    return differenceMs;
  }

  long queueMs() {
    return databaseMs - differenceMs;
  }

  /** A time in a readable form: ms since the history began. */
  static String said(@Nullable Long ms) {
    return ms == null ? "-" : "%+d".formatted(ms - START_MS);
  }

  void pass(long ms) {
    databaseMs += ms;
  }

  /** The queue's clock jumps. */
  void setDifference(long ms) {
    differenceMs = ms;
  }
}
