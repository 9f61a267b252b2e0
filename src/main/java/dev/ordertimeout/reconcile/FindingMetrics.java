package dev.ordertimeout.reconcile;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Counts findings over all runs of this process; there from the start, so that a first one shows.
 */
@ApplicationScoped
@Startup
class FindingMetrics {
  private static final String NAME = "order_timeout_reconcile_findings";

  private final MeterRegistry registry;

  FindingMetrics(MeterRegistry registry) {
    this.registry = registry;
    for (Finding finding : Finding.values()) {
      found(finding, 0);
    }
  }

  final void found(Finding finding, int count) {
    registry.counter(NAME, "finding", finding.label()).increment(count);
  }
}
