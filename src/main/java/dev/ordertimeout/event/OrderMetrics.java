package dev.ordertimeout.event;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;

/** Counts what happened to orders, once it is committed. */
@ApplicationScoped
public class OrderMetrics {
  private final MeterRegistry registry;

  OrderMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  public void happened(EventType type) {
    registry
        .counter("order_timeout_orders", "transition", type.name().toLowerCase(Locale.ROOT))
        .increment();
  }

  /** A capture that came after its order's deadline. */
  public void latePayment() {
    registry.counter("order_timeout_late_payments").increment();
  }
}
