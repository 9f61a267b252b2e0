package dev.ordertimeout.worker;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.id;
import static dev.ordertimeout.support.Api.time;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.order.Order;
import dev.ordertimeout.support.Shop;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process in a time zone whose clocks change keeps deadlines to the ms: in the night when an hour
 * is missing and in the one when an hour comes twice.
 */
@QuarkusTest
@Tag("case-20")
class TimeZoneTest {
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

  private final TimeZone usual = TimeZone.getDefault();

  @Inject Shop shop;
  @Inject TaskWorker worker;
  @Inject TimerRelay relay;
  @Inject AgroalDataSource connections;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @AfterEach
  void restore() {
    live(usual);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/London", "Asia/Shanghai", "America/Sao_Paulo"})
  @Tag("case-29")
  void a_window_of_thirty_days_is_exactly_that_long(String zone) {
    live(TimeZone.getTimeZone(zone));
    long before = databaseMs();

    JsonNode placed =
        API.post(
                "/orders",
                """
                {"customerId": "ann", "currency": "EUR", "expiresIn": "P30D",
                 "lines": [{"sku": "apple", "quantity": 2, "unitAmount": 500}]}""")
            .is(201);
    relay.runOnce();

    long placedAt = Instant.parse(placed.get("placedAt").textValue()).toEpochMilli();
    long expiresAt = placedAt + 30L * 24 * 60 * 60 * 1000;
    assertThat(placedAt).isBetween(before, databaseMs());
    assertThat(placed.get("expiresAt").textValue())
        .isEqualTo(time(Instant.ofEpochMilli(expiresAt)));
    assertThat(API.get("/orders/" + id(placed)).is(200)).isEqualTo(placed);
    assertThat(rowMs(id(placed), "expires_at")).isEqualTo(expiresAt);
    assertThat(rowMs(id(placed), "cancel_at")).isEqualTo(expiresAt);
    assertThat(shop.queue(CANCEL_UNPAID).due()).isEqualTo(Map.of(id(placed).toString(), expiresAt));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/London", "Asia/Shanghai", "America/Sao_Paulo"})
  void orders_around_both_changes_of_the_clock_are_shown_and_scheduled_to_the_ms(String zone) {
    live(TimeZone.getTimeZone(zone));
    for (ZoneOffsetTransition change : changes(zone)) {
      for (Instant placedAt : aroundEachMinute(change)) {
        UUID order = shop.order();
        Instant expiresAt = placedAt.plus(HALF_AN_HOUR);
        place(order, placedAt, expiresAt);

        JsonNode shown = API.get("/orders/" + order).is(200);
        shop.later(order, Duration.ZERO);

        assertThat(shown.get("placedAt").textValue()).isEqualTo(time(placedAt));
        assertThat(shown.get("expiresAt").textValue()).isEqualTo(time(expiresAt));
        assertThat(shown.at("/hall/nextSubsidyAt").textValue())
            .isEqualTo(time(placedAt.plusSeconds(10)));
        assertThat(shop.queue(CANCEL_UNPAID).due())
            .containsEntry(order.toString(), expiresAt.toEpochMilli());
        assertThat(shop.queue(SUBSIDY).due())
            .containsEntry(order + ":3", placedAt.plusSeconds(90).toEpochMilli());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/London", "Asia/Shanghai", "America/Sao_Paulo"})
  void an_order_due_after_a_past_change_of_the_clock_is_as_late_as_it_is(String zone) {
    live(TimeZone.getTimeZone(zone));
    for (ZoneOffsetTransition change : pastChanges(zone)) {
      UUID order = shop.order();
      Instant expiresAt = change.getInstant().plus(Duration.ofMillis(1_234_567));
      place(order, change.getInstant().minusMillis(565_433), expiresAt);
      shop.later(order, Duration.ZERO);

      worker.runOnce(() -> false);

      Order row = shop.read(order);
      JsonNode cancelled = last(API.get("/orders/" + order + "/events").is(200).get("items"));
      assertThat(row.cancelledAt).isNotNull();
      assertThat(cancelled.get("at").textValue()).isEqualTo(time(row.cancelledAt));
      assertThat(cancelled.get("latenessMs").longValue())
          .isEqualTo(Duration.between(expiresAt, row.cancelledAt).toMillis());
      assertThat(row.cancelledAt.toEpochMilli()).isBetween(databaseMs() - 60_000, databaseMs());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/London", "Europe/Berlin", "America/New_York"})
  void a_deadline_moved_across_a_change_to_come_is_kept_to_the_ms(String zone) {
    live(TimeZone.getTimeZone(zone));
    UUID order = shop.order();
    for (ZoneOffsetTransition change : changes(zone)) {
      for (Instant deadline : aroundEachMinute(change)) {
        JsonNode moved =
            API.put("/orders/" + order + "/deadline", "{\"expiresAt\": \"" + time(deadline) + "\"}")
                .is(200);
        relay.runOnce();

        assertThat(moved.get("expiresAt").textValue()).isEqualTo(time(deadline));
        assertThat(rowMs(order, "cancel_at")).isEqualTo(deadline.toEpochMilli());
        assertThat(shop.queue(CANCEL_UNPAID).due())
            .isEqualTo(Map.of(order.toString(), deadline.toEpochMilli()));
      }
    }
  }

  /** A connection tells the database its zone when it begins, so there must be new ones. */
  private void live(TimeZone zone) {
    String now = shop.one("SELECT clock_timestamp()");
    TimeZone.setDefault(zone);
    connections.flush(AgroalDataSource.FlushMode.GRACEFUL);
    await()
        .until(
            () ->
                shop.one(
                        "SELECT backend_start > ?::timestamptz FROM pg_stat_activity"
                            + " WHERE pid = pg_backend_pid()",
                        now)
                    .equals("t"));
  }

  /**
   * The next two changes of the zone's clocks, or its last two where they do not change any more.
   */
  private static List<ZoneOffsetTransition> changes(String zone) {
    ZoneRules rules = ZoneId.of(zone).getRules();
    ZoneOffsetTransition next = rules.nextTransition(Instant.parse("2030-01-01T00:00:00Z"));
    List<ZoneOffsetTransition> changes =
        next == null ? pastChanges(zone) : List.of(next, rules.nextTransition(next.getInstant()));
    assertThat(changes)
        .anyMatch(ZoneOffsetTransition::isGap)
        .anyMatch(ZoneOffsetTransition::isOverlap);
    return changes;
  }

  private static List<ZoneOffsetTransition> pastChanges(String zone) {
    ZoneRules rules = ZoneId.of(zone).getRules();
    ZoneOffsetTransition last = rules.previousTransition(Instant.parse("2026-01-01T00:00:00Z"));
    return List.of(rules.previousTransition(last.getInstant()), last);
  }

  /** From before the change to after it, on both sides of each hour that is missing or doubled. */
  private static List<Instant> aroundEachMinute(ZoneOffsetTransition change) {
    List<Instant> times = new ArrayList<>();
    for (long seconds : new long[] {-1_800, 0, 1_800, 3_600}) {
      times.add(change.getInstant().plusSeconds(seconds).minusMillis(1));
      times.add(change.getInstant().plusSeconds(seconds).plusMillis(1));
    }
    return times;
  }

  private void place(UUID order, Instant placedAt, Instant expiresAt) {
    shop.sql(
        "UPDATE orders SET placed_at = to_timestamp(?::bigint / 1000.0),"
            + " next_subsidy_at = to_timestamp((?::bigint + 10000) / 1000.0),"
            + " expires_at = to_timestamp(?::bigint / 1000.0),"
            + " cancel_at = to_timestamp(?::bigint / 1000.0) WHERE id = ?",
        placedAt.toEpochMilli(),
        placedAt.toEpochMilli(),
        expiresAt.toEpochMilli(),
        expiresAt.toEpochMilli(),
        order);
  }

  private long rowMs(UUID order, String column) {
    return shop.count(
        "SELECT (extract(epoch FROM " + column + ") * 1000)::bigint FROM orders WHERE id = ?",
        order);
  }

  private long databaseMs() {
    return shop.count("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint");
  }

  private static JsonNode last(JsonNode items) {
    return items.get(items.size() - 1);
  }
}
