package dev.ordertimeout.reconcile;

import static org.awaitility.Awaitility.await;

import dev.ordertimeout.platform.sql.AdvisoryLock;
import dev.ordertimeout.support.Shop;
import java.time.Duration;

/** Sees to it that a run of one test does not go on in the next. */
final class RunsInTests {
  private RunsInTests() {}

  /** Waits until no run is under way, anywhere. */
  static void awaitNone(Shop shop) {
    await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(
            () ->
                shop.count(
                        "SELECT count(*) FROM pg_locks"
                            + " WHERE locktype = 'advisory' AND classid = ?::int::oid",
                        AdvisoryLock.RECONCILIATION)
                    == 0);
  }
}
