package dev.ordertimeout.faults;

import dev.ordertimeout.support.Observer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** When everything that is due is done again. */
final class Recovery {
  /** A timer that is so little late is on its way; one that failed waits for its next try. */
  private static final String LEFT =
      """
      SELECT count(*) FROM (
        SELECT order_id, due_at FROM task_cancel_unpaid
        UNION ALL SELECT order_id, due_at FROM task_subsidy) t
      WHERE due_at < clock_timestamp() - interval '300 ms'
        AND NOT EXISTS (SELECT FROM task_failure f WHERE f.order_id = t.order_id)
      """;

  private Recovery() {}

  /**
   * Waits until nothing is overdue.
   *
   * @param from when it began to be possible, {@link System#nanoTime}
   * @return how long after that it was, ms
   */
  static long awaitMs(Deployment deployment, long from, Duration patience) {
    long giveUp = System.nanoTime() + patience.toNanos();
    long left = -1;
    while (System.nanoTime() < giveUp) {
      try (Observer observer = deployment.observe()) {
        left = observer.count(LEFT);
        if (left == 0) {
          return Duration.ofNanos(System.nanoTime() - from).toMillis();
        }
      } catch (IllegalStateException notYet) {
        // PostgreSQL itself is on its way back.
      }
      LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
    }
    throw new AssertionError(
        left + " timers are overdue " + patience.toSeconds() + " s after the fault ended");
  }
}
