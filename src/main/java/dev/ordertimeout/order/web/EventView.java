package dev.ordertimeout.order.web;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.event.EventType;
import dev.ordertimeout.event.OrderEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step of an order's timeline.
 *
 * @param latenessMs how long after it was due, ms; null for what is not due at a time
 * @param data what else there is to know, by the type
 */
public record EventView(
    EventType type,
    Instant at,
    EventSource source,
    @Nullable Long latenessMs,
    Map<String, Object> data) {

  static EventView of(OrderEvent event, Map<String, Object> data) {
    return new EventView(
        event.type,
        event.at,
        event.source,
        event.dueAt == null ? null : Duration.between(event.dueAt, event.at).toMillis(),
        data);
  }
}
