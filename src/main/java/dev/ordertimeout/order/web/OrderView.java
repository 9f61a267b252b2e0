package dev.ordertimeout.order.web;

import dev.ordertimeout.order.CancelReason;
import dev.ordertimeout.order.Order;
import dev.ordertimeout.order.OrderLine;
import dev.ordertimeout.order.OrderStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An order as callers see it. Amounts are minor units of the currency. */
public record OrderView(
    UUID id,
    String customerId,
    OrderStatus status,
    @Nullable CancelReason cancelReason,
    String currency,
    long totalAmount,
    List<Line> lines,
    Instant placedAt,
    Instant expiresAt,
    @Nullable Instant paidAt,
    @Nullable Instant cancelledAt,
    Hall hall) {

  /**
   * @param unitAmount minor units of the currency
   */
  public record Line(String sku, int quantity, long unitAmount) {
    static Line of(OrderLine line) {
      return new Line(line.sku(), line.quantity(), line.unitAmount());
    }
  }

  /** Whether an order waits in the hall. */
  public enum HallStatus {
    OPEN,
    GRABBED,
    CLOSED
  }

  /**
   * @param subsidyTier the highest tier granted; 0 for none
   * @param subsidyAmount the sum of what is granted
   */
  public record Hall(
      HallStatus status,
      @Nullable String grabbedBy,
      @Nullable Instant grabbedAt,
      int subsidyTier,
      long subsidyAmount,
      @Nullable Instant nextSubsidyAt) {}

  public static OrderView of(Order order) {
    return new OrderView(
        order.id,
        order.customerId,
        order.status,
        order.cancelReason,
        order.currency,
        order.totalAmount,
        order.lines.stream().map(Line::of).toList(),
        order.placedAt,
        order.expiresAt,
        order.paidAt,
        order.cancelledAt,
        hallOf(order));
  }

  private static Hall hallOf(Order order) {
    return new Hall(
        statusOf(order),
        order.grabbedBy,
        order.grabbedAt,
        Arrays.stream(order.tiersGranted).max().orElse(0),
        order.subsidyAmount,
        order.nextSubsidyAt);
  }

  private static HallStatus statusOf(Order order) {
    if (order.inHall()) {
      return HallStatus.OPEN;
    }
    return order.status == OrderStatus.CANCELLED ? HallStatus.CLOSED : HallStatus.GRABBED;
  }
}
