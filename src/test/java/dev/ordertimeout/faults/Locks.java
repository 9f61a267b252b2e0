package dev.ordertimeout.faults;

import static org.awaitility.Awaitility.await;

import dev.ordertimeout.support.Observer;
import java.time.Duration;

/** Locks that somebody waits for. */
final class Locks {
  private Locks() {}

  /** Returns when a statement that names the table waits for a lock. */
  static void awaitWaitingFor(Observer observer, String table) {
    await()
        .atMost(Duration.ofSeconds(15))
        .until(
            () ->
                observer.count(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                            + " AND query LIKE ?",
                        "%" + table + "%")
                    > 0);
  }
}
