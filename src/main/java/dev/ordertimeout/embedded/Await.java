package dev.ordertimeout.embedded;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for something outside this JVM that cannot call back: a server that gets ready, a process
 * that is not our child and ends.
 */
final class Await {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  private Await() {}

  /** Looks until {@code condition} holds; false when it still does not after {@code patience}. */
  static boolean until(Duration patience, BooleanSupplier condition) {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    return true;
  }
}
