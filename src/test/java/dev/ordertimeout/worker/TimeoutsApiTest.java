package dev.ordertimeout.worker;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.json;
import static dev.ordertimeout.support.Api.operator;
import static dev.ordertimeout.support.Api.time;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.support.TestServers;
import dev.ordertimeout.task.TaskId;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the timers stand, and how a kind of them is paused and resumed. */
@QuarkusTest
class TimeoutsApiTest {
  private static final String TIMEOUTS = "/admin/timeouts";
  private static final String CANCELS = TIMEOUTS + "/CANCEL_UNPAID";

  @Inject Shop shop;
  @Inject TaskWorker worker;
  @Inject Sweep sweep;
  @Inject TimerRelay relay;
  @Inject QueueFixture queueFixture;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void a_service_at_rest_has_nothing_to_tell() {
    String nothing =
        """
        {"scheduled": 0, "due": 0, "leased": 0, "retrying": 0, "malformed": 0, "dead": 0,
         "oldestDueAgeMs": 0, "paused": false}""";

    assertThat(API.get(TIMEOUTS).is(200))
        .isEqualTo(
            json(
                """
                {"mode": "redis", "workers": [],
                 "kinds": {"CANCEL_UNPAID": %1$s, "SUBSIDY": %1$s}}"""
                    .formatted(nothing)));
  }

  @Test
  void each_kind_is_counted_by_where_its_tasks_stand() {
    List<UUID> orders = shop.orders(4);
    shop.later(orders.get(0), Shop.WINDOW.plusSeconds(7));
    shop.later(orders.get(1), Shop.WINDOW.plusSeconds(3));
    TaskId held = TaskId.cancelUnpaid(UUID.randomUUID());
    TaskId failed = TaskId.cancelUnpaid(orders.get(2));
    queueFixture.put(
        CANCEL_UNPAID,
        state()
            .leased(held, 4_000_000_000_000L)
            .claim(held, 1, 1_000, "token")
            .claim(failed, 2, 1_000, "")
            .malformed("garbage"));
    dead(UUID.randomUUID());
    API.post(TIMEOUTS + "/SUBSIDY/pause").is(200);

    JsonNode kinds = API.get(TIMEOUTS).is(200).get("kinds");

    long age = kinds.at("/CANCEL_UNPAID/oldestDueAgeMs").longValue();
    assertThat(age).isBetween(7_000L, 60_000L);
    assertThat(kinds.get("CANCEL_UNPAID"))
        .isEqualTo(
            json(
                """
                {"scheduled": 2, "due": 2, "leased": 1, "retrying": 1, "malformed": 1, "dead": 1,
                 "oldestDueAgeMs": %d, "paused": false}"""
                    .formatted(age)));
    assertThat(kinds.at("/SUBSIDY/scheduled").longValue()).isEqualTo(6);
    assertThat(kinds.at("/SUBSIDY/due").longValue()).isEqualTo(6);
    assertThat(kinds.at("/SUBSIDY/dead").longValue()).isZero();
    assertThat(kinds.at("/SUBSIDY/paused").booleanValue()).isTrue();
  }

  @Test
  void workers_that_are_alive_are_shown_with_what_they_hold() {
    UUID id = UUID.randomUUID();
    worker(id, "1 s");
    worker(UUID.randomUUID(), "61 s");

    JsonNode workers = API.get(TIMEOUTS).is(200).get("workers");

    assertThat(workers).as("one was not seen for a minute").hasSize(1);
    assertThat(workers.get(0).get("id").asText()).isEqualTo(id.toString());
    assertThat(workers.get(0).get("host").asText()).isEqualTo("box");
    assertThat(workers.get(0).get("pid").asInt()).isEqualTo(42);
    assertThat(workers.get(0).get("startedAt").asText()).isEqualTo("2026-01-02T03:04:05.678Z");
    assertThat(workers.get(0).get("holding").asInt()).isEqualTo(17);
  }

  private void worker(UUID id, String seenAgo) {
    shop.sql(
        "INSERT INTO worker VALUES"
            + " (?, 'box', 42, '2026-01-02T03:04:05.678Z', clock_timestamp() - ?::interval, 17)",
        id,
        seenAgo);
  }

  @Test
  void while_redis_is_out_the_mode_is_database_and_only_what_rows_tell_is_known() {
    dead(UUID.randomUUID());
    API.post(CANCELS + "/pause").is(200);
    TestServers.stopRedis();
    try {
      JsonNode timeouts = API.get(TIMEOUTS).is(200);

      assertThat(timeouts.get("mode").textValue()).isEqualTo("database");
      assertThat(timeouts.at("/kinds/CANCEL_UNPAID"))
          .isEqualTo(
              json(
                  """
                  {"scheduled": null, "due": null, "leased": null, "retrying": null,
                   "malformed": null, "dead": 1, "oldestDueAgeMs": null, "paused": true}"""));
    } finally {
      TestServers.startRedis();
    }
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> API.get(TIMEOUTS).is(200).get("mode").textValue().equals("redis"));
  }

  @Test
  void of_a_paused_kind_nothing_is_applied_until_it_is_resumed() {
    UUID order = shop.order();
    UUID waiting = shop.order();

    assertThat(API.post(CANCELS + "/pause").is(200))
        .isEqualTo(json("{\"kind\": \"CANCEL_UNPAID\", \"paused\": true, \"deadlinesMoved\": 0}"));
    shop.later(order, Shop.WINDOW.plusSeconds(10));
    shop.later(waiting, Duration.ofSeconds(11));
    worker.runOnce(() -> false);
    sweep.runOnce(() -> false);
    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    assertThat(shop.ledger(waiting)).as("of another kind").containsExactly("1 GRANTED");
    assertThat(API.get(TIMEOUTS).is(200).at("/kinds/CANCEL_UNPAID/due").intValue()).isEqualTo(1);

    assertThat(API.post(CANCELS + "/resume").is(200))
        .isEqualTo(json("{\"kind\": \"CANCEL_UNPAID\", \"paused\": false, \"deadlinesMoved\": 0}"));
    worker.runOnce(() -> false);
    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    assertThat(API.get(TIMEOUTS).is(200).at("/kinds/CANCEL_UNPAID/paused").booleanValue())
        .isFalse();
  }

  @Test
  void resuming_can_give_unpaid_orders_time_so_that_nobody_is_cancelled_for_an_outage() {
    UUID overdue = shop.order();
    UUID soon = shop.order();
    UUID late = shop.order();
    UUID paid = shop.order(Shop.line("gift", 1, 0));
    API.post(CANCELS + "/pause").is(200);
    shop.windowOver(overdue);
    shop.later(soon, Shop.WINDOW.minusMinutes(1));
    Instant untouched = shop.read(late).expiresAt;
    Instant before = databaseNow();

    JsonNode resumed = API.post(CANCELS + "/resume", "{\"extendBy\": \"PT10M\"}").is(200);
    relay.runOnce();
    worker.runOnce(() -> false);

    assertThat(resumed)
        .isEqualTo(json("{\"kind\": \"CANCEL_UNPAID\", \"paused\": false, \"deadlinesMoved\": 2}"));
    Instant extended = shop.read(overdue).expiresAt;
    assertThat(Duration.between(before, extended))
        .isBetween(Duration.ofMinutes(10).minusMillis(50), Duration.ofMinutes(11));
    assertThat(shop.read(soon).expiresAt).isEqualTo(extended);
    assertThat(shop.read(late).expiresAt).isEqualTo(untouched);
    assertThat(shop.status(overdue)).isEqualTo("PENDING_PAYMENT");
    assertThat(shop.events(paid)).doesNotContain("DEADLINE_MOVED");
    assertThat(shop.queue(CANCEL_UNPAID).due())
        .isEqualTo(
            Map.of(
                overdue.toString(), extended.toEpochMilli(),
                soon.toString(), extended.toEpochMilli(),
                late.toString(), untouched.toEpochMilli()));
    assertThat(API.get("/orders/" + overdue).is(200).get("expiresAt").textValue())
        .isEqualTo(time(extended));
    pay(overdue);
  }

  @Test
  void pausing_and_resuming_are_recorded_with_who_did_it() {
    operator("otto").post(CANCELS + "/pause").is(200);
    operator("olga").post(CANCELS + "/resume", "{\"extendBy\": \"PT10M\"}").is(200);
    operator("otto").post(TIMEOUTS + "/SUBSIDY/resume").is(200);

    assertThat(
            shop.column(
                "SELECT who || ' ' || what || ' ' || target || coalesce(' ' || data::text, '')"
                    + " FROM operator_action ORDER BY id"))
        .containsExactly(
            "otto PAUSE CANCEL_UNPAID",
            "olga RESUME CANCEL_UNPAID {\"moved\": 0, \"extendBy\": \"PT10M\"}",
            "otto RESUME SUBSIDY");
  }

  @Test
  void pausing_twice_is_no_error_and_one_resume_ends_it() {
    API.post(CANCELS + "/pause").is(200);
    API.post(CANCELS + "/pause", "{}").is(200);
    API.post(CANCELS + "/resume", "{}").is(200);
    API.post(CANCELS + "/resume", "null").is(200);

    assertThat(shop.column("SELECT kind FROM task_pause")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOTHING", "cancel_unpaid", "CANCEL_UNPAID%20", "0"})
  void a_kind_that_does_not_exist_is_refused(String kind) {
    API.post(TIMEOUTS + "/" + kind + "/pause").isInvalidAt("#kind");
    API.post(TIMEOUTS + "/" + kind + "/resume").isInvalidAt("#kind");

    assertThat(shop.column("SELECT what FROM operator_action")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"PT0S\"", "\"-PT1S\"", "\"P31D\"", "\"P1000Y\"", "\"ten minutes\"", "600", "[]"})
  void an_extension_that_is_none_is_refused_and_the_kind_stays_paused(String extendBy) {
    API.post(CANCELS + "/pause").is(200);

    API.post(CANCELS + "/resume", "{\"extendBy\": " + extendBy + "}").isInvalidAt("/extendBy");

    assertThat(shop.column("SELECT kind FROM task_pause")).containsExactly("CANCEL_UNPAID");
  }

  @Test
  void subsidies_have_no_deadline_to_extend_and_a_pause_takes_no_arguments() {
    API.post(TIMEOUTS + "/SUBSIDY/resume", "{\"extendBy\": \"PT10M\"}").isInvalidAt("/extendBy");
    API.post(CANCELS + "/pause", "{\"extendBy\": \"PT10M\"}").isInvalidAt("/extendBy");

    assertThat(shop.column("SELECT kind FROM task_pause")).isEmpty();
  }

  private void dead(UUID order) {
    shop.sql(
        "INSERT INTO task_failure (kind, order_id, due_at, attempts, error, next_try, dead_at)"
            + " VALUES ('CANCEL_UNPAID', ?, now(), 5, 'x', now(), now())",
        order);
  }

  private Instant databaseNow() {
    return Instant.ofEpochMilli(
        shop.count("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"));
  }

  private static void pay(UUID order) {
    API.post(
            "/orders/" + order + "/payments",
            "{\"reference\": \"r-1\", \"amount\": 1000, \"currency\": \"EUR\"}")
        .is(201);
  }
}
