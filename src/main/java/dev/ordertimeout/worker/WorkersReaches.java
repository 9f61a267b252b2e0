package dev.ordertimeout.worker;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.sql.DatabaseClock;
import jakarta.enterprise.context.ApplicationScoped;

/** Tells what workers can have done by now. */
@ApplicationScoped
public class WorkersReaches {
  private final DatabaseClock clock;
  private final ClaimPlanner planner;
  private final long graceMs;
  private final int mostAttempts;

  WorkersReaches(DatabaseClock clock, ClaimPlanner planner, OrderTimeoutConfig config) {
    this.clock = clock;
    this.planner = planner;
    graceMs = config.sweep().grace().toMillis();
    mostAttempts = ClaimApplier.mostAttempts(config);
  }

  /** For how long past due a task is left to the queue, ms. */
  long graceMs() {
    return graceMs;
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
