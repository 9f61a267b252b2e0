package dev.ordertimeout.worker;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.json;
import static dev.ordertimeout.support.Api.operator;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.TaskKind;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that gave up: what an operator sees of them and can do about them. */
@QuarkusTest
class DeadTasksApiTest {
  private static final String DEAD_TASKS = "/admin/dead-tasks";

  @Inject Shop shop;
  @Inject TaskWorker worker;
  @Inject TimerRelay relay;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void the_latest_comes_first_and_a_tier_shows_where_the_kind_has_tiers() {
    UUID order = UUID.randomUUID();
    long older = dead(CANCEL_UNPAID, order, 0, "2026-01-02T03:04:05.678Z");
    long latest = dead(TaskKind.SUBSIDY, order, 2, "2026-01-02T03:04:06Z");
    failing(shop.order());

    assertThat(API.get(DEAD_TASKS).is(200))
        .isEqualTo(
            json(
                """
                {"items": [
                  {"id": %d, "kind": "SUBSIDY", "orderId": "%2$s", "tier": 2,
                   "dueAt": "2026-01-01T00:00:00.000Z", "attempts": 5, "error": "Broken: pear",
                   "deadAt": "2026-01-02T03:04:06.000Z"},
                  {"id": %3$d, "kind": "CANCEL_UNPAID", "orderId": "%2$s", "tier": null,
                   "dueAt": "2026-01-01T00:00:00.000Z", "attempts": 5, "error": "Broken: pear",
                   "deadAt": "2026-01-02T03:04:05.678Z"}]}"""
                    .formatted(latest, order, older)));
    assertThat(API.get(DEAD_TASKS + "?limit=1").is(200).get("items").findValuesAsText("id"))
        .containsExactly(Long.toString(latest));
  }

  @Test
  void a_retried_task_is_due_now_and_done_once_the_cause_is_gone() {
    UUID order = overdue();
    shop.flushRedis();
    long id = dead(CANCEL_UNPAID, order, 0, "2026-01-02T03:04:05Z");

    operator("otto").post(DEAD_TASKS + "/" + id + "/retry").isEmpty(204);
    relay.runOnce();

    assertThat(API.get(DEAD_TASKS).is(200).get("items")).isEmpty();
    assertThat(shop.queue(CANCEL_UNPAID).due()).containsOnlyKeys(order.toString());
    worker.runOnce(() -> false);
    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    assertThat(audit()).containsExactly("otto RETRY_TASK CANCEL_UNPAID " + order);
  }

  @Test
  void a_task_that_its_order_still_implies_cannot_be_forgotten() {
    UUID order = overdue();
    long id = dead(CANCEL_UNPAID, order, 0, "2026-01-02T03:04:05Z");

    API.delete(DEAD_TASKS + "/" + id).isProblem(409, "task-still-due");

    assertThat(API.get(DEAD_TASKS).is(200).get("items")).hasSize(1);
    assertThat(audit()).isEmpty();
  }

  @Test
  void a_task_that_no_order_implies_any_more_can_be_forgotten() {
    UUID order = shop.order();
    long granted = dead(TaskKind.SUBSIDY, order, 1, "2026-01-02T03:04:05Z");
    shop.sql("UPDATE orders SET tiers_granted = '{1}' WHERE id = ?", order);
    long unknown = dead(CANCEL_UNPAID, UUID.randomUUID(), 0, "2026-01-02T03:04:05Z");

    operator("otto").delete(DEAD_TASKS + "/" + granted).isEmpty(204);
    API.delete(DEAD_TASKS + "/" + unknown).isEmpty(204);

    assertThat(shop.column("SELECT id FROM task_failure")).isEmpty();
    assertThat(audit().get(0)).isEqualTo("otto DELETE_TASK SUBSIDY " + order + ":1");
    assertThat(audit()).hasSize(2);
  }

  @Test
  void a_task_that_is_unknown_or_still_being_tried_is_not_found() {
    long id = failing(overdue());

    for (long notDead : List.of(id, 4711L)) {
      API.post(DEAD_TASKS + "/" + notDead + "/retry").isProblem(404, "not-found");
      API.delete(DEAD_TASKS + "/" + notDead).isProblem(404, "not-found");
    }

    assertThat(shop.column("SELECT id FROM task_failure")).containsExactly(Long.toString(id));
    assertThat(audit()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "1.5", "9223372036854775808", "00000000-0000-0000-0000-000000000000"})
  void an_id_that_is_no_number_is_refused(String id) {
    API.post(DEAD_TASKS + "/" + id + "/retry").isInvalidAt("#id");
    API.delete(DEAD_TASKS + "/" + id).isInvalidAt("#id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "101", "abc"})
  void a_limit_out_of_range_is_refused(String limit) {
    API.get(DEAD_TASKS + "?limit=" + limit).isInvalidAt("#limit");
  }

  @Test
  void a_retry_takes_no_arguments() {
    long id = dead(CANCEL_UNPAID, overdue(), 0, "2026-01-02T03:04:05Z");

    API.post(DEAD_TASKS + "/" + id + "/retry", "{\"delay\": 5}").isInvalidAt("/delay");

    assertThat(API.get(DEAD_TASKS).is(200).get("items")).hasSize(1);
  }

  private UUID overdue() {
    UUID order = shop.order();
    shop.windowOver(order);
    return order;
  }

  private long dead(TaskKind kind, UUID order, int tier, String deadAt) {
    return shop.count(
        "INSERT INTO task_failure"
            + " (kind, order_id, tier, due_at, attempts, error, next_try, dead_at)"
            + " VALUES (?, ?, ?, '2026-01-01T00:00:00Z', 5, 'Broken: pear', now(), ?::timestamptz)"
            + " RETURNING id",
        kind.name(),
        order,
        tier,
        deadAt);
  }

  private long failing(UUID order) {
    return shop.count(
        "INSERT INTO task_failure (kind, order_id, due_at, attempts, error, next_try)"
            + " VALUES ('CANCEL_UNPAID', ?, now(), 1, 'Broken: pear', now()) RETURNING id",
        order);
  }

  private List<String> audit() {
    return shop.column(
        "SELECT who || ' ' || what || ' ' || target FROM operator_action ORDER BY id");
  }
}
