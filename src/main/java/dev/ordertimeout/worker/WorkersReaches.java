package dev.ordertimeout.worker;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.sql.DatabaseClock;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Tells what workers can have done by now. */
@ApplicationScoped
public class WorkersReaches {
  private final DatabaseClock clock;
  private final ClaimPlanner planner;
  private final Duration lease;
  private final long graceMs;
  private final int mostAttempts;

  WorkersReaches(DatabaseClock clock, ClaimPlanner planner, OrderTimeoutConfig config) {
    this.clock = clock;
    this.planner = planner;
    lease = config.worker().lease();
    graceMs = config.sweep().grace().toMillis();
    mostAttempts = ClaimApplier.mostAttempts(config);
  }

  /** For how long past due a task is left to the queue, ms. */
  long graceMs() {
    return graceMs;
  }

  /** For how long a claim holds what it took. */
  Duration lease() {
    return lease;
  }

  /**
   * @throws dev.ordertimeout.task.QueueUnavailableException if the queue never told its time and is
   *     out
   */
  public WorkersReach now() {
    return new WorkersReach(
        (long) clock.nowMs(), planner.latestLeaseEndMs(), graceMs, mostAttempts);
  }
}
