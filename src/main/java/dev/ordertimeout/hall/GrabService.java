package dev.ordertimeout.hall;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.event.EventType;
import dev.ordertimeout.event.OrderMetrics;
import dev.ordertimeout.order.Order;
import dev.ordertimeout.order.OrderTransitions;
import dev.ordertimeout.order.Orders;
import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskScheduler;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Hands an order from the hall to the courier who was first. */
@ApplicationScoped
public class GrabService {
  private final Transactions transactions;
  private final HallStatements statements;
  private final OrderTransitions transitions;
  private final TaskScheduler scheduler;
  private final OrderMetrics metrics;

  GrabService(
      Transactions transactions,
      HallStatements statements,
      OrderTransitions transitions,
      TaskScheduler scheduler,
      OrderMetrics metrics) {
    this.transactions = transactions;
    this.statements = statements;
    this.transitions = transitions;
    this.scheduler = scheduler;
    this.metrics = metrics;
  }

  /**
   * Gives the order to the courier; asked again by the same courier, it stays so.
   *
   * @throws ProblemException order-not-found, order-already-grabbed, order-cancelled, or
   *     order-expired if it should have been paid by now
   */
  public Order grab(UUID orderId, String courierId) {
    Grab grab =
        transactions.call(connection -> grabOrCancelIfExpired(connection, orderId, courierId));
    refuseUnlessGrabbed(orderId, grab);
    Order order = transactions.call(connection -> Orders.require(orderId));
    if (grab == Grab.GRABBED) {
      metrics.happened(EventType.GRABBED);
    }
    scheduler.unschedule(
        order.tiers.stream().map(tier -> TaskId.subsidy(orderId, tier.tier())).toList());
    return order;
  }

  /** Being refused is a value: the cancel of an expired order must commit. */
  private Grab grabOrCancelIfExpired(Connection connection, UUID orderId, String courierId)
      throws SQLException {
    Grab grab = statements.grabIfWaiting(connection, orderId, courierId);
    if (grab == Grab.EXPIRED) {
      transitions.cancelIfUnpaidAndDue(connection, List.of(orderId), EventSource.REQUEST);
    }
    return grab;
  }

  private static void refuseUnlessGrabbed(UUID orderId, Grab grab) {
    switch (grab) {
      case GRABBED, HELD_ALREADY -> {}
      case NOT_FOUND -> throw Orders.notFound(orderId);
      case TAKEN ->
          throw new ProblemException(
              ProblemCode.ORDER_ALREADY_GRABBED, "Another courier has order " + orderId);
      case CANCELLED ->
          throw new ProblemException(
              ProblemCode.ORDER_CANCELLED, "Order " + orderId + " is cancelled");
      case EXPIRED ->
          throw new ProblemException(
              ProblemCode.ORDER_EXPIRED, "The deadline of order " + orderId + " has passed");
    }
  }
}
