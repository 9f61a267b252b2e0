package dev.ordertimeout.order;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.json;
import static dev.ordertimeout.support.Api.operator;
import static dev.ordertimeout.support.Api.time;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.worker.TaskWorker;
import dev.ordertimeout.worker.TimerRelay;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Giving an order another deadline. */
@QuarkusTest
class DeadlineApiTest {
  @Inject Shop shop;
  @Inject TimerRelay relay;
  @Inject TaskWorker worker;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void row_timer_timeline_and_audit_all_have_the_new_deadline() {
    UUID order = shop.order();
    Map<String, Long> subsidies = shop.queue(SUBSIDY).due();
    Instant later = shop.read(order).expiresAt.plus(Duration.ofHours(1));

    JsonNode moved = operator("otto").put(deadline(order), body(time(later))).is(200);
    relay.runOnce();

    assertThat(moved).isEqualTo(API.get("/orders/" + order).is(200));
    assertThat(moved.get("expiresAt").textValue()).isEqualTo(time(later));
    assertThat(shop.read(order).cancelAt).isEqualTo(later);
    assertThat(shop.queue(CANCEL_UNPAID).due())
        .isEqualTo(Map.of(order.toString(), later.toEpochMilli()));
    assertThat(shop.queue(SUBSIDY).due()).isEqualTo(subsidies);
    assertThat(shop.events(order)).containsExactly("PLACED", "DEADLINE_MOVED");
    assertThat(shop.column("SELECT who || ' ' || what || ' ' || target FROM operator_action"))
        .containsExactly("otto MOVE_DEADLINE " + order);
    assertThat(json(shop.one("SELECT data FROM operator_action")))
        .isEqualTo(json("{\"expiresAt\": \"" + time(later) + "\"}"));
  }

  @Test
  void an_order_given_more_time_outlives_its_old_deadline_and_is_cancelled_at_the_new_one() {
    UUID order = shop.order();
    Instant later = shop.read(order).expiresAt.plus(Duration.ofHours(1));
    API.put(deadline(order), body(time(later))).is(200);

    shop.windowOver(order);
    worker.runOnce(() -> false);
    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");

    shop.later(order, Duration.ofHours(1));
    worker.runOnce(() -> false);
    assertThat(shop.status(order)).isEqualTo("CANCELLED");
  }

  @Test
  void a_deadline_may_also_be_moved_nearer() {
    UUID order = shop.order();
    Instant nearer = shop.read(order).placedAt.plus(Duration.ofMinutes(2));

    API.put(deadline(order), body(time(nearer))).is(200);
    relay.runOnce();

    assertThat(shop.queue(CANCEL_UNPAID).due())
        .isEqualTo(Map.of(order.toString(), nearer.toEpochMilli()));
  }

  @ParameterizedTest
  @CsvSource({
    "2100-01-02T03:04:05Z,          2100-01-02T03:04:05.000Z",
    "2100-01-02T03:04:05.6Z,        2100-01-02T03:04:05.600Z",
    "2100-01-02T03:04:05.678999999Z,2100-01-02T03:04:05.678Z",
    "2100-01-02T03:04:05.678+05:30, 2100-01-01T21:34:05.678Z",
    "9999-12-31T23:59:59.999Z,      9999-12-31T23:59:59.999Z"
  })
  void any_rfc_3339_time_is_taken_and_what_is_finer_than_a_ms_is_cut_off(
      String given, String shown) {
    UUID order = shop.order();

    JsonNode moved = API.put(deadline(order), body(given)).is(200);
    relay.runOnce();

    assertThat(moved.get("expiresAt").textValue()).isEqualTo(shown);
    assertThat(shop.read(order).cancelAt).isEqualTo(Instant.parse(shown));
    assertThat(shop.queue(CANCEL_UNPAID).due())
        .isEqualTo(Map.of(order.toString(), Instant.parse(shown).toEpochMilli()));
  }

  @Test
  void a_deadline_that_does_not_lie_ahead_is_refused() {
    UUID order = shop.order();

    refused(
        order,
        () -> API.put(deadline(order), body("2001-02-03T04:05:06Z")).isInvalidAt("/expiresAt"));
    refused(
        order,
        () ->
            API.put(deadline(order), body(time(shop.read(order).placedAt)))
                .isInvalidAt("/expiresAt"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tomorrow\"",
        "\"\"",
        "\"2100-01-02\"",
        "\"2100-01-02T03:04:05\"",
        "\"2100-01-02T03:04Z\"",
        "\"2100-02-30T03:04:05Z\"",
        "\"2100-01-02T03:04:60Z\"",
        "\"10000-01-01T00:00:00Z\"",
        "\"+10000-01-01T00:00:00Z\"",
        "\"9999-12-31T23:59:59-18:00\"",
        "\"-0001-01-01T00:00:00Z\"",
        "\"2100-01-02T03:04:05.678Z\\u0000\"",
        "4102542245",
        "4102542245.678",
        "null",
        "[]",
        "{}",
        "true"
      })
  void a_deadline_that_is_no_time_is_refused(String expiresAt) {
    UUID order = shop.order();

    refused(
        order,
        () ->
            API.put(deadline(order), "{\"expiresAt\": " + expiresAt + "}")
                .isInvalidAt("/expiresAt"));
  }

  @Test
  void an_expired_order_gets_no_other_deadline() {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW);

    refused(
        order,
        () ->
            API.put(deadline(order), body("2100-01-02T03:04:05Z")).isProblem(409, "order-expired"));
  }

  @Test
  void a_closed_order_gets_no_other_deadline() {
    UUID paid = shop.order(Shop.line("gift", 1, 0));
    UUID cancelled = shop.order();
    API.post("/orders/" + cancelled + "/cancel").is(200);
    String body = body("2100-01-02T03:04:05Z");

    refused(paid, () -> API.put(deadline(paid), body).isProblem(409, "order-already-paid"));
    refused(cancelled, () -> API.put(deadline(cancelled), body).isProblem(409, "order-cancelled"));
  }

  @Test
  void an_unknown_order_is_not_found() {
    API.put(deadline(UUID.randomUUID()), body("2100-01-02T03:04:05Z"))
        .isProblem(404, "order-not-found");
  }

  /** Nothing of the order changes, and nothing is recorded. */
  private void refused(UUID order, Runnable attempt) {
    JsonNode before = API.get("/orders/" + order).is(200);
    var eventsBefore = shop.events(order);

    attempt.run();

    assertThat(API.get("/orders/" + order).is(200)).isEqualTo(before);
    assertThat(shop.events(order)).isEqualTo(eventsBefore);
    assertThat(shop.column("SELECT what FROM operator_action")).isEmpty();
  }

  private static String deadline(UUID order) {
    return "/orders/" + order + "/deadline";
  }

  private static String body(String expiresAt) {
    return "{\"expiresAt\": \"" + expiresAt + "\"}";
  }
}
