package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.sql.DatabaseClock;
import jakarta.enterprise.context.ApplicationScoped;

/** Comparisons as of now, with the sweep's grace. */
@ApplicationScoped
class Comparisons {
  private final DatabaseClock clock;
  private final long graceMs;

  Comparisons(DatabaseClock clock, OrderTimeoutConfig config) {
    this.clock = clock;
    graceMs = config.sweep().grace().toMillis();
  }

  Comparison now() {
    return new Comparison((long) clock.nowMs(), graceMs);
  }
}
