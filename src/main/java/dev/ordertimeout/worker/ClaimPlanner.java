package dev.ordertimeout.worker;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.sql.ClockEstimate;
import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Settlement;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Asks the queue for what is due by the database's clock: each kind that does not rest has a quota
 * of its own, so that no backlog starves another kind. How far the two clocks are apart is taken
 * from the answers themselves.
 */
@ApplicationScoped
class ClaimPlanner {
  private static final long SLACK_MS = 1_000;

  private final TaskQueue queue;
  private final DatabaseClock databaseClock;
  private final RestingKinds resting;
  private final TaskMetrics metrics;
  private final ClockEstimate queueClock = new ClockEstimate();
  private final int batchSize;
  private final Duration lease;

  ClaimPlanner(
      TaskQueue queue,
      DatabaseClock databaseClock,
      RestingKinds resting,
      TaskMetrics metrics,
      OrderTimeoutConfig config) {
    this.queue = queue;
    this.databaseClock = databaseClock;
    this.resting = resting;
    this.metrics = metrics;
    batchSize = config.worker().batchSize();
    lease = config.worker().lease();
  }

  /** Settles what is in hand and claims what is due next. */
  Claim claim(Settlement settlement) {
    knowQueueClock();
    ClaimRequest request = new ClaimRequest(quotas(), lease, clockDifferenceMs());
    long sent = System.nanoTime();
    Claim claim = queue.settleAndClaim(settlement, request);
    queueClock.observe((double) claim.queueTimeMs(), sent, System.nanoTime());
    if (claim.expired() > 0) {
      metrics.leasesExpired(claim.expired());
    }
    return claim;
  }

  private void knowQueueClock() {
    if (!queueClock.known()) {
      long sent = System.nanoTime();
      queueClock.observe((double) queue.timeMs(), sent, System.nanoTime());
    }
  }

  /**
   * The database's clock minus the queue's, ms; 0 while the queue was never asked. Rounded down: a
   * task claimed a moment late is late by that, one claimed early is claimed twice.
   */
  long clockDifferenceMs() {
    return queueClock.known() ? (long) Math.floor(databaseClock.minus(queueClock)) : 0;
  }

  /** The kinds that do not rest. */
  List<TaskKind> kinds() {
    return resting.awake();
  }

  /**
   * When a lease that is granted now ends, at the latest, by the queue's clock, ms since 1970. Asks
   * the queue for its time if no claim has told it yet.
   *
   * @throws dev.ordertimeout.task.QueueUnavailableException if the queue is out
   */
  long latestLeaseEndMs() {
    knowQueueClock();
    return (long) databaseClock.nowMs() - clockDifferenceMs() + lease.toMillis() + SLACK_MS;
  }

  private Map<TaskKind, Integer> quotas() {
    Map<TaskKind, Integer> quotas = new EnumMap<>(TaskKind.class);
    kinds().forEach(kind -> quotas.put(kind, batchSize));
    return quotas;
  }
}
