package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.sql.DatabaseClock;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Comparisons as of now, with the sweep's grace. */
@ApplicationScoped
class Comparisons {
  private final DatabaseClock clock;
  private final long graceMs;
  private final Duration secondLookAfter;

  Comparisons(DatabaseClock clock, OrderTimeoutConfig config) {
    this.clock = clock;
    graceMs = config.sweep().grace().toMillis();
    secondLookAfter = config.reconcile().secondLookAfter();
  }

  Comparison now() {
    return new Comparison((long) clock.nowMs(), graceMs);
  }

  /** How long a suspicion waits for its second look. */
  Duration secondLookAfter() {
    return secondLookAfter;
  }
}
