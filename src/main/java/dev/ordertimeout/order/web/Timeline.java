package dev.ordertimeout.order.web;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.event.EventType;
import dev.ordertimeout.event.OrderEvent;
import dev.ordertimeout.order.Order;
import dev.ordertimeout.task.TaskKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An order's events, oldest first; each that set timers is followed by those timers. They are not
 * rows of their own, since the order's row implies them.
 */
public record Timeline(List<EventView> items) {
  private static final String CANCEL_AT = "cancelAtMs";

  static Timeline of(Order order, List<OrderEvent> events) {
    List<EventView> items = new ArrayList<>();
    for (OrderEvent event : events) {
      if (event.data != null && event.data.get(CANCEL_AT) instanceof Number cancelAtMs) {
        items.add(EventView.of(event, Map.of()));
        items.addAll(scheduledBy(event, order, Instant.ofEpochMilli(cancelAtMs.longValue())));
      } else {
        items.add(EventView.of(event, event.data == null ? Map.of() : event.data));
      }
    }
    return new Timeline(items);
  }

  private static List<EventView> scheduledBy(OrderEvent event, Order order, Instant cancelAt) {
    List<EventView> timers = new ArrayList<>();
    if (event.type == EventType.PLACED) {
      order.tiers.forEach(
          tier ->
              timers.add(
                  scheduled(
                      event,
                      Map.of(
                          "kind", TaskKind.SUBSIDY,
                          "tier", tier.tier(),
                          "dueAt", order.placedAt.plusMillis(tier.afterMs())))));
    }
    if (order.totalAmount > 0) {
      timers.add(scheduled(event, Map.of("kind", TaskKind.CANCEL_UNPAID, "dueAt", cancelAt)));
    }
    return timers;
  }

  private static EventView scheduled(OrderEvent event, Map<String, Object> data) {
    // Sorted: an immutable map has another order in every process.
    return new EventView(
        EventType.SCHEDULED, event.at, EventSource.REQUEST, null, new TreeMap<>(data));
  }
}
