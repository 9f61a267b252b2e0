package dev.ordertimeout.order;

import dev.ordertimeout.event.EventType;
import dev.ordertimeout.event.OrderMetrics;
import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.stock.InsufficientStockException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskPlan;
import dev.ordertimeout.task.TaskScheduler;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Places, cancels and extends orders: one transaction each, the timers told after its commit. */
@ApplicationScoped
public class OrderService {
  private final Transactions transactions;
  private final OrderPlacing placing;
  private final OrderTransitions transitions;
  private final Deadlines deadlines;
  private final TaskScheduler scheduler;
  private final OrderMetrics metrics;

  OrderService(
      Transactions transactions,
      OrderPlacing placing,
      OrderTransitions transitions,
      Deadlines deadlines,
      TaskScheduler scheduler,
      OrderMetrics metrics) {
    this.transactions = transactions;
    this.placing = placing;
    this.transitions = transitions;
    this.deadlines = deadlines;
    this.scheduler = scheduler;
    this.metrics = metrics;
  }

  /**
   * Places an order; its stock is reserved and its timers are on their way when this returns.
   *
   * @throws ProblemException invalid-request or insufficient-stock
   */
  public Order place(PlaceOrder request) {
    Order order;
    try {
      order = transactions.call(connection -> placing.place(connection, request));
    } catch (InsufficientStockException e) {
      throw new ProblemException(ProblemCode.INSUFFICIENT_STOCK, e.shortage());
    }
    metrics.happened(EventType.PLACED);
    if (order.status == OrderStatus.PAID) {
      metrics.happened(EventType.PAID);
    }
    scheduler.schedule(TaskPlan.of(order.facts()));
    return order;
  }

  /**
   * Cancels an unpaid order; one that is cancelled already stays as it is.
   *
   * @param alongside what else belongs in the same transaction, such as an audit row
   * @throws ProblemException order-not-found, or order-not-cancellable if it is paid
   */
  public Order cancel(UUID orderId, CancelReason reason, Alongside alongside) {
    Order order =
        transactions.call(
            connection -> {
              if (transitions.cancelIfUnpaid(connection, orderId, reason)) {
                alongside.run(connection);
              }
              return Orders.require(orderId);
            });
    if (order.status == OrderStatus.PAID) {
      throw new ProblemException(
          ProblemCode.ORDER_NOT_CANCELLABLE, "Order " + orderId + " is paid");
    }
    return order;
  }

  /**
   * Gives an open order another deadline.
   *
   * @throws ProblemException order-not-found, order-already-paid, order-cancelled, order-expired,
   *     or invalid-request if the deadline does not lie ahead by the database's clock
   */
  public Order moveDeadline(UUID orderId, Instant deadline, Alongside alongside) {
    Order order =
        transactions.call(
            connection -> {
              refuseUnlessMoved(orderId, deadlines.moveIfOpen(connection, orderId, deadline));
              alongside.run(connection);
              return Orders.require(orderId);
            });
    scheduler.schedule(
        List.of(new Task(TaskId.cancelUnpaid(orderId), order.cancelAt.toEpochMilli())));
    return order;
  }

  private static void refuseUnlessMoved(UUID orderId, Deadlines.Moved moved) {
    switch (moved) {
      case MOVED -> {}
      case NOT_FOUND -> throw Orders.notFound(orderId);
      case PAID ->
          throw new ProblemException(
              ProblemCode.ORDER_ALREADY_PAID, "Order " + orderId + " is paid");
      case CANCELLED ->
          throw new ProblemException(
              ProblemCode.ORDER_CANCELLED, "Order " + orderId + " is cancelled");
      case EXPIRED ->
          throw new ProblemException(
              ProblemCode.ORDER_EXPIRED, "The deadline of order " + orderId + " has passed");
      case NOT_AHEAD -> throw ProblemException.invalid("/expiresAt", "must lie in the future");
    }
  }

  /** What a caller adds to the transaction of a transition. */
  @FunctionalInterface
  public interface Alongside {
    void run(Connection connection) throws SQLException;
  }
}
