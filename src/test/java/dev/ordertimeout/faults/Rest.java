package dev.ordertimeout.faults;

import dev.ordertimeout.support.Observer;
import java.time.Duration;

/** Every order of the load has come to its end, and every tier that was to be granted is. */
final class Rest {
  private static final Duration LAST_TIER = Duration.ofMillis(3_300);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String OPEN =
      "SELECT count(*) FROM orders WHERE status = 'PENDING_PAYMENT'"
          + " AND (customer_id LIKE 'load-%' OR customer_id LIKE 'race-%')";

  private Rest() {}

  static void await(Deployment deployment, Observer observer) {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (observer.count(OPEN) > 0) {
      if (System.nanoTime() > giveUp) {
        throw new AssertionError(observer.count(OPEN) + " orders stay open");
      }
      Trial.pause(Duration.ofMillis(50));
    }
    Trial.pause(LAST_TIER);
    Recovery.awaitMs(deployment, System.nanoTime(), PATIENCE);
  }
}
