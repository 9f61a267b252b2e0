package dev.ordertimeout.order.web;

import dev.ordertimeout.order.Order;
import dev.ordertimeout.platform.web.Cursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of orders.
 *
 * @param nextCursor asks for the page after; null on the last
 */
public record OrderPage(List<OrderView> items, @Nullable String nextCursor) {

  /**
   * @param found one more than the limit, if there are that many
   */
  static OrderPage of(List<Order> found, int limit) {
    List<Order> shown = found.subList(0, Math.min(limit, found.size()));
    String next = null;
    if (found.size() > limit) {
      Order last = shown.get(limit - 1);
      next = new Cursor(last.placedAt, last.id).encode();
    }
    return new OrderPage(shown.stream().map(OrderView::of).toList(), next);
  }
}
