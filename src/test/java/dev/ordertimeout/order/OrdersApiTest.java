package dev.ordertimeout.order;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.id;
import static dev.ordertimeout.support.Api.json;
import static dev.ordertimeout.support.Api.time;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.worker.TimerRelay;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Placing an order and looking at it. */
@QuarkusTest
class OrdersApiTest {
  private static final String TWO_LINES =
      """
      {"customerId": "ann", "currency": "EUR", "expiresIn": "PT5M",
       "lines": [{"sku": "apple", "quantity": 2, "unitAmount": 500},
                 {"sku": "pear", "quantity": 1, "unitAmount": 7}]}""";

  @Inject Shop shop;
  @Inject TimerRelay relay;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void placing_answers_201_with_where_the_order_is_and_the_whole_order() {
    Answer answer = API.post("/orders", TWO_LINES);

    JsonNode placed = answer.is(201);
    UUID order = id(placed);
    Instant placedAt = Instant.parse(placed.get("placedAt").textValue());
    assertThat(answer.header("Location")).endsWith("/api/v1/orders/" + order);
    assertThat(placed)
        .isEqualTo(
            json(
                """
                {"id": "%s", "customerId": "ann", "status": "PENDING_PAYMENT", "cancelReason": null,
                 "currency": "EUR", "totalAmount": 1007,
                 "lines": [{"sku": "apple", "quantity": 2, "unitAmount": 500},
                           {"sku": "pear", "quantity": 1, "unitAmount": 7}],
                 "placedAt": "%s", "expiresAt": "%s", "paidAt": null, "cancelledAt": null,
                 "hall": {"status": "OPEN", "grabbedBy": null, "grabbedAt": null, "subsidyTier": 0,
                          "subsidyAmount": 0, "nextSubsidyAt": "%s"}}"""
                    .formatted(
                        order,
                        time(placedAt),
                        time(placedAt.plus(Duration.ofMinutes(5))),
                        time(placedAt.plusSeconds(10)))));
    assertThat(shop.read(order).placedAt).isEqualTo(placedAt);
  }

  @Test
  void a_placed_order_is_found_at_its_location_and_its_timers_are_set() {
    Answer answer = API.post("/orders", TWO_LINES);
    relay.runOnce();

    JsonNode placed = answer.is(201);
    String path = answer.header("Location").replaceFirst(".*/api/v1", "");
    assertThat(API.get(path).is(200)).isEqualTo(placed);
    long placedAt = Instant.parse(placed.get("placedAt").textValue()).toEpochMilli();
    String order = placed.get("id").textValue();
    assertThat(shop.queue(CANCEL_UNPAID).due()).isEqualTo(Map.of(order, placedAt + 300_000));
    assertThat(shop.queue(SUBSIDY).due())
        .isEqualTo(
            Map.of(
                order + ":1", placedAt + 10_000,
                order + ":2", placedAt + 30_000,
                order + ":3", placedAt + 90_000));
  }

  @Test
  void an_order_with_nothing_to_pay_is_paid_at_once_and_has_tiers_but_no_cancel() {
    JsonNode placed =
        API.post(
                "/orders",
                """
                {"customerId": "ann", "currency": "JPY",
                 "lines": [{"sku": "sample", "quantity": 3, "unitAmount": 0}]}""")
            .is(201);
    relay.runOnce();

    String order = placed.get("id").textValue();
    assertThat(placed.get("status").textValue()).isEqualTo("PAID");
    assertThat(placed.get("totalAmount").longValue()).isZero();
    assertThat(placed.get("paidAt")).isEqualTo(placed.get("placedAt"));
    assertThat(placed.at("/hall/status").textValue()).isEqualTo("OPEN");
    assertThat(API.get("/orders/" + order).is(200)).isEqualTo(placed);
    assertThat(shop.queue(CANCEL_UNPAID).due()).isEmpty();
    assertThat(shop.queue(SUBSIDY).due())
        .containsOnlyKeys(order + ":1", order + ":2", order + ":3");
  }

  @Test
  void an_order_may_stay_unpaid_for_the_configured_window_if_the_caller_does_not_say() {
    JsonNode placed = API.post("/orders", TWO_LINES.replace("\"PT5M\"", "null")).is(201);

    assertThat(shop.read(id(placed)).expiresAt)
        .isEqualTo(shop.read(id(placed)).placedAt.plus(Shop.WINDOW));
  }

  @Test
  void texts_in_any_script_come_back_as_they_were_given() {
    JsonNode placed =
        API.post("/orders", TWO_LINES.replace("ann", "Zoë 😀 李").replace("pear", "梨/é")).is(201);

    JsonNode read = API.get("/orders/" + id(placed)).is(200);
    assertThat(read.get("customerId").textValue()).isEqualTo("Zoë 😀 李");
    assertThat(read.at("/lines/1/sku").textValue()).isEqualTo("梨/é");
  }

  @Test
  void two_hundred_lines_and_the_largest_total_are_taken() {
    String line = "{\"sku\": \"apple\", \"quantity\": 1, \"unitAmount\": 46116860184273879}";
    String lines = line + (", " + line).repeat(199);

    JsonNode placed =
        API.post(
                "/orders",
                "{\"customerId\": \"ann\", \"currency\": \"EUR\", \"lines\": [" + lines + "]}")
            .is(201);

    assertThat(placed.get("totalAmount").longValue()).isEqualTo(200 * 46_116_860_184_273_879L);
    assertThat(API.get("/orders/" + id(placed)).is(200)).isEqualTo(placed);
  }

  @Test
  void an_unknown_order_is_not_found() {
    String nowhere = "/orders/" + UUID.randomUUID();

    API.get(nowhere).isProblem(404, "order-not-found");
    API.get(nowhere + "/events").isProblem(404, "order-not-found");
  }

  @Test
  void an_id_that_is_no_uuid_is_refused() {
    API.get("/orders/1-1-1-1-1").isInvalidAt("#id");
    API.get("/orders/1-1-1-1-1/events").isInvalidAt("#id");
  }
}
