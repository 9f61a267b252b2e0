package dev.ordertimeout.event;

import dev.ordertimeout.platform.sql.AfterCommit;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;

/** Counts what happened to orders, once the present transaction has committed. */
@ApplicationScoped
public class OrderMetrics {
  private final MeterRegistry registry;
  private final AfterCommit afterCommit;

  OrderMetrics(MeterRegistry registry, AfterCommit afterCommit) {
    this.registry = registry;
    this.afterCommit = afterCommit;
  }

  public void happened(EventType type) {
    happened(type, 1);
  }

  /** To that many orders. */
  public void happened(EventType type, int times) {
    String transition = type.name().toLowerCase(Locale.ROOT);
    afterCommit.run(
        () -> registry.counter("order_timeout_orders", "transition", transition).increment(times));
  }

  /** A capture that came after its order's deadline. */
  public void latePayment() {
    afterCommit.run(() -> registry.counter("order_timeout_late_payments").increment());
  }
}
