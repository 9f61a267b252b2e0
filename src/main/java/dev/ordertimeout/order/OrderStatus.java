package dev.ordertimeout.order;

import java.util.Set;

/** The life cycle of an order. An order is closed once, and what is closed stays so. */
public enum OrderStatus {
  PENDING_PAYMENT,
  PAID,
  CANCELLED;

  /** Where an order may go from here; the one place that says so. */
  public Set<OrderStatus> next() {
    return switch (this) {
      case PENDING_PAYMENT -> Set.of(PAID, CANCELLED);
      case PAID, CANCELLED -> Set.of();
    };
  }

  /** Whether nothing more can become of it. */
  public boolean closed() {
    return next().isEmpty();
  }
}
