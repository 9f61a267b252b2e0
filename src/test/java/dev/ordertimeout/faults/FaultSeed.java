package dev.ordertimeout.faults;

import java.util.Random;

/**
 * The number all chance in the fault tests comes from. {@code -Dfaults.seed=N} gives it back to
 * replay a run.
 */
final class FaultSeed {
  static final long VALUE = Long.getLong("faults.seed", new Random().nextLong(1_000_000_000));

  static {
    System.out.printf("fault tests: -Dfaults.seed=%d%n", VALUE);
  }

  private FaultSeed() {}

  /** Chance for one purpose, the same in every run with the same seed. */
  static Random of(String purpose) {
    return new Random(VALUE * 31 + purpose.hashCode());
  }
}
