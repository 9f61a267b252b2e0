package dev.ordertimeout.order;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.json;
import static dev.ordertimeout.support.Api.time;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.worker.Sweep;
import dev.ordertimeout.worker.TaskWorker;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happened to an order, in its order, who or what did it and how late. */
@QuarkusTest
class TimelineApiTest {
  @Inject Shop shop;
  @Inject TaskWorker worker;
  @Inject Sweep sweep;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void an_order_begins_with_being_placed_and_the_timers_that_this_sets() {
    UUID order = shop.order();
    Order row = shop.read(order);

    assertThat(API.get("/orders/" + order + "/events").is(200))
        .isEqualTo(
            json(
                """
                {"items": [
                 {"type": "PLACED", "at": "%1$s", "source": "REQUEST", "latenessMs": null,
                  "data": {}},
                 {"type": "SCHEDULED", "at": "%1$s", "source": "REQUEST", "latenessMs": null,
                  "data": {"kind": "SUBSIDY", "tier": 1, "dueAt": "%2$s"}},
                 {"type": "SCHEDULED", "at": "%1$s", "source": "REQUEST", "latenessMs": null,
                  "data": {"kind": "SUBSIDY", "tier": 2, "dueAt": "%3$s"}},
                 {"type": "SCHEDULED", "at": "%1$s", "source": "REQUEST", "latenessMs": null,
                  "data": {"kind": "SUBSIDY", "tier": 3, "dueAt": "%4$s"}},
                 {"type": "SCHEDULED", "at": "%1$s", "source": "REQUEST", "latenessMs": null,
                  "data": {"kind": "CANCEL_UNPAID", "dueAt": "%5$s"}}]}"""
                    .formatted(
                        time(row.placedAt),
                        time(row.placedAt.plusSeconds(10)),
                        time(row.placedAt.plusSeconds(30)),
                        time(row.placedAt.plusSeconds(90)),
                        time(row.expiresAt))));
  }

  @Test
  void a_paid_order_has_its_tiers_from_redis_with_their_lateness_and_its_payment() {
    UUID order = shop.order();
    shop.later(order, Duration.ofMillis(10_300));
    Instant due = shop.read(order).placedAt.plusSeconds(10);
    worker.runOnce(() -> false);
    pay(order, "r-1", 1000);

    List<JsonNode> happened = withoutTimers(order);

    assertThat(happened)
        .extracting(event -> event.get("type").textValue())
        .containsExactly("PLACED", "SUBSIDY_GRANTED", "PAID");
    JsonNode granted = happened.get(1);
    assertThat(granted.get("source").textValue()).isEqualTo("REDIS");
    assertThat(granted.get("data")).isEqualTo(json("{\"tier\": 1, \"amount\": 50}"));
    assertThat(granted.get("latenessMs").longValue())
        .isEqualTo(Duration.between(due, at(granted)).toMillis())
        .isGreaterThanOrEqualTo(300);
    assertThat(happened.get(2))
        .isEqualTo(
            json(
                """
                {"type": "PAID", "at": "%s", "source": "REQUEST", "latenessMs": null,
                 "data": {"reference": "r-1"}}"""
                    .formatted(time(shop.read(order).paidAt))));
  }

  @Test
  void an_expired_order_was_cancelled_by_its_timer_a_moment_after_its_deadline() {
    UUID order = shop.order();
    shop.windowOver(order);
    Instant deadline = shop.read(order).expiresAt;
    worker.runOnce(() -> false);

    JsonNode cancelled = last(order);

    Instant at = shop.read(order).cancelledAt;
    assertThat(cancelled)
        .isEqualTo(
            json(
                """
                {"type": "CANCELLED", "at": "%s", "source": "REDIS", "latenessMs": %d,
                 "data": {"reason": "PAYMENT_TIMEOUT"}}"""
                    .formatted(time(at), Duration.between(deadline, at).toMillis())));
    assertThat(cancelled.get("latenessMs").longValue()).isGreaterThanOrEqualTo(20);
  }

  @Test
  void an_order_whose_timer_was_lost_was_cancelled_by_the_sweep() {
    UUID order = shop.order();
    shop.flushRedis();
    shop.shiftRow(order, Shop.WINDOW.plusSeconds(5));
    sweep.runOnce(() -> false);

    JsonNode cancelled = last(order);

    assertThat(cancelled.get("type").textValue()).isEqualTo("CANCELLED");
    assertThat(cancelled.get("source").textValue()).isEqualTo("SWEEP");
    assertThat(cancelled.get("latenessMs").longValue()).isGreaterThanOrEqualTo(5_000);
  }

  @Test
  void an_order_cancelled_by_hand_was_not_late() {
    UUID order = shop.order();
    API.post("/orders/" + order + "/cancel").is(200);

    assertThat(last(order))
        .isEqualTo(
            json(
                """
                {"type": "CANCELLED", "at": "%s", "source": "REQUEST", "latenessMs": null,
                 "data": {"reason": "CUSTOMER"}}"""
                    .formatted(time(shop.read(order).cancelledAt))));
  }

  @Test
  void a_grabbed_order_names_its_courier() {
    UUID order = shop.order();
    API.post("/orders/" + order + "/grab", "{\"courierId\": \"carl\"}").is(200);

    assertThat(last(order))
        .isEqualTo(
            json(
                """
                {"type": "GRABBED", "at": "%s", "source": "REQUEST", "latenessMs": null,
                 "data": {"courierId": "carl"}}"""
                    .formatted(time(shop.read(order).grabbedAt))));
  }

  @Test
  void a_moved_deadline_sets_the_timer_anew() {
    UUID order = shop.order();
    API.put("/orders/" + order + "/deadline", "{\"expiresAt\": \"2100-01-02T03:04:05Z\"}").is(200);

    JsonNode items = API.get("/orders/" + order + "/events").is(200).get("items");
    JsonNode scheduled = items.get(items.size() - 1);
    JsonNode moved = items.get(items.size() - 2);

    assertThat(moved.get("type").textValue()).isEqualTo("DEADLINE_MOVED");
    assertThat(moved.get("data")).isEmpty();
    assertThat(scheduled.get("type").textValue()).isEqualTo("SCHEDULED");
    assertThat(scheduled.get("at")).isEqualTo(moved.get("at"));
    assertThat(scheduled.get("data"))
        .isEqualTo(json("{\"kind\": \"CANCEL_UNPAID\", \"dueAt\": \"2100-01-02T03:04:05.000Z\"}"));
  }

  @Test
  void a_capture_that_was_refused_stands_in_the_timeline_of_its_order() {
    UUID order = shop.order();
    pay(order, "r-1", 999);

    JsonNode refused = last(order);

    assertThat(refused.get("type").textValue()).isEqualTo("PAYMENT_REFUSED");
    assertThat(refused.get("source").textValue()).isEqualTo("REQUEST");
    assertThat(refused.get("data"))
        .isEqualTo(
            json(
                """
                {"reference": "r-1", "amount": 999, "currency": "EUR",
                 "answer": "PAYMENT_AMOUNT_MISMATCH"}"""));
  }

  @Test
  void an_order_with_nothing_to_pay_was_paid_at_once_and_has_no_cancel_scheduled() {
    UUID order = shop.order(Shop.line("gift", 1, 0));

    JsonNode items = API.get("/orders/" + order + "/events").is(200).get("items");

    assertThat(items.findValuesAsText("type"))
        .containsExactly("PLACED", "SCHEDULED", "SCHEDULED", "SCHEDULED", "PAID");
    assertThat(items.findValuesAsText("kind")).containsOnly("SUBSIDY");
    assertThat(items.get(4).get("data")).isEmpty();
  }

  private static void pay(UUID order, String reference, long amount) {
    API.post(
        "/orders/" + order + "/payments",
        "{\"reference\": \"%s\", \"amount\": %d, \"currency\": \"EUR\"}"
            .formatted(reference, amount));
  }

  private static JsonNode last(UUID order) {
    List<JsonNode> happened = withoutTimers(order);
    return happened.get(happened.size() - 1);
  }

  private static List<JsonNode> withoutTimers(UUID order) {
    JsonNode items = API.get("/orders/" + order + "/events").is(200).get("items");
    return StreamSupport.stream(items.spliterator(), false)
        .filter(event -> !event.get("type").textValue().equals("SCHEDULED"))
        .toList();
  }

  private static Instant at(JsonNode event) {
    return Instant.parse(event.get("at").textValue());
  }
}
