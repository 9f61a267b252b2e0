package dev.ordertimeout.order;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads orders. */
public final class Orders {
  private Orders() {}

  /**
   * @throws ProblemException order-not-found
   */
  public static Order require(UUID orderId) {
    Order order = Order.findById(orderId);
    if (order == null) {
      throw notFound(orderId);
    }
    return order;
  }

  /** For whoever found out otherwise. */
  public static ProblemException notFound(UUID orderId) {
    return new ProblemException(ProblemCode.ORDER_NOT_FOUND, "There is no order " + orderId);
  }

  /**
   * A page of orders, newest first.
   *
   * @param filter nulls do not filter
   * @param before only orders placed before this position; null for the first page
   */
  public static List<Order> page(Filter filter, @Nullable Position before, int limit) {
    List<String> conditions = new ArrayList<>(List.of("1 = 1"));
    Map<String, Object> parameters = new HashMap<>();
    if (filter.status() != null) {
      conditions.add("status = :status");
      parameters.put("status", filter.status());
    }
    if (filter.customerId() != null) {
      conditions.add("customerId = :customerId");
      parameters.put("customerId", filter.customerId());
    }
    if (before != null) {
      conditions.add("(placedAt, id) < (:placedAt, :id)");
      parameters.put("placedAt", before.placedAt());
      parameters.put("id", before.id());
    }
    String query = String.join(" and ", conditions) + " order by placedAt desc, id desc";
    return Order.<Order>find(query, parameters).range(0, limit - 1).list();
  }

  /** Which orders to list. */
  public record Filter(@Nullable OrderStatus status, @Nullable String customerId) {}

  /** Where a page ended: the last order's place in the list. */
  public record Position(Instant placedAt, UUID id) {}
}
