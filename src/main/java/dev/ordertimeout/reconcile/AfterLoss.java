package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import dev.ordertimeout.worker.TimersFoundMissing;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.ObservesAsync;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * Once the sweep has found that the queue lost timers, puts the rest of them back by a run, at most
 * one a minute. Where the sweep is off, so is this.
 */
@ApplicationScoped
class AfterLoss {
  private static final Logger LOG = Logger.getLogger(AfterLoss.class);
  private static final Duration AT_MOST_EVERY = Duration.ofMinutes(1);

  private final ReconciliationService reconciliations;
  private final boolean enabled;
  private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());

  AfterLoss(ReconciliationService reconciliations, OrderTimeoutConfig config) {
    this.reconciliations = reconciliations;
    enabled = config.sweep().enabled();
  }

  void found(@ObservesAsync TimersFoundMissing missing) {
    if (enabled) {
      reconcile(missing);
    }
  }

  /** Unless a run is under way, or one was started here within the last minute. */
  void reconcile(TimersFoundMissing missing) {
    long next = nextNanos.get();
    long now = System.nanoTime();
    if (now - next < 0 || !nextNanos.compareAndSet(next, now + AT_MOST_EVERY.toNanos())) {
      return;
    }
    try {
      Run run = reconciliations.start(false, null);
      LOG.infof("Reconciliation %s puts back what else Redis has lost", run.id());
    } catch (ProblemException e) {
      LOG.debugf("No reconciliation after %s: %s", missing, e.getMessage());
    } catch (DatabaseUnavailableException e) {
      nextNanos.set(System.nanoTime());
      LOG.debugf("No reconciliation after %s: %s", missing, e.getMessage());
    }
  }
}
