package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import dev.ordertimeout.worker.QueueHealth;
import dev.ordertimeout.worker.QueueRecovered;
import dev.ordertimeout.worker.TimersFoundMissing;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.ObservesAsync;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Once the queue lost timers, or was out, has a run put back what is missing. It asks until a run
 * that began after the loss has completed, whoever started that: a run may fail, because the queue
 * is out again. Where the sweep is off, so is this.
 */
@ApplicationScoped
class AfterLoss {
  private static final Logger LOG = Logger.getLogger(AfterLoss.class);
  private static final Duration AT_MOST_EVERY = Duration.ofMinutes(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
  private static final int LATEST = 20;

  private final ReconciliationService reconciliations;
  private final QueueHealth queue;
  private final DatabaseClock clock;
  private final boolean enabled;
  private @Nullable Long lostNanos;
  private long startedNanos = System.nanoTime() - AT_MOST_EVERY.toNanos();

  AfterLoss(
      ReconciliationService reconciliations,
      QueueHealth queue,
      DatabaseClock clock,
      OrderTimeoutConfig config) {
    this.reconciliations = reconciliations;
    this.queue = queue;
    this.clock = clock;
    enabled = config.sweep().enabled();
  }

  void found(@ObservesAsync TimersFoundMissing missing) {
    if (enabled) {
      ask();
    }
  }

  void back(@ObservesAsync QueueRecovered recovered) {
    if (enabled) {
      ask();
    }
  }

  /** Looks again after what was asked for and is not done. */
  @Scheduled(every = "5s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void goOn() {
    reconcileIfAsked();
  }

  /** Something was lost, up to now. */
  synchronized void ask() {
    lostNanos = System.nanoTime();
    reconcileIfAsked();
  }

  synchronized void reconcileIfAsked() {
    Long nanos = lostNanos;
    if (nanos == null || queue.isOut()) {
      return;
    }
    try {
      Instant lost = onDatabaseClock(nanos);
      List<Run> runs = reconciliations.page(null, LATEST);
      if (runs.stream().anyMatch(run -> putsBack(run, lost))) {
        lostNanos = null;
      } else if (runs.stream().noneMatch(AfterLoss::isUnderWay) && mayStart(runs)) {
        startedNanos = System.nanoTime();
        Run run = reconciliations.start(false, null);
        LOG.infof("Reconciliation %s puts back what Redis has lost", run.id());
      }
    } catch (ProblemException | DatabaseUnavailableException e) {
      LOG.debugf("No reconciliation yet: %s", e.getMessage());
    }
  }

  private Instant onDatabaseClock(long nanos) {
    long age = Duration.ofNanos(System.nanoTime() - nanos).toMillis();
    return Instant.ofEpochMilli((long) clock.nowMs() - age);
  }

  private static boolean putsBack(Run run, Instant lost) {
    return run.status() == RunStatus.COMPLETED && !run.dryRun() && run.startedAt().isAfter(lost);
  }

  private static boolean isUnderWay(Run run) {
    return run.status() == RunStatus.RUNNING;
  }

  private boolean mayStart(List<Run> runs) {
    boolean failed = !runs.isEmpty() && runs.get(0).status() != RunStatus.COMPLETED;
    Duration pause = failed ? AFTER_FAILURE : AT_MOST_EVERY;
    return System.nanoTime() - startedNanos >= pause.toNanos();
  }
}
