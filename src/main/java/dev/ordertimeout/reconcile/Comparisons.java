package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.worker.WorkersReaches;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Comparisons as of now. */
@ApplicationScoped
class Comparisons {
  private final WorkersReaches reaches;
  private final Patience patience;
  private final Duration secondLookAfter;

  Comparisons(WorkersReaches reaches, Patience patience, OrderTimeoutConfig config) {
    this.reaches = reaches;
    this.patience = patience;
    secondLookAfter = config.reconcile().secondLookAfter();
  }

  Comparison now() {
    return new Comparison(patience.ask(reaches::now));
  }

  /** How long a suspicion waits for its second look. */
  Duration secondLookAfter() {
    return secondLookAfter;
  }
}
