package dev.ordertimeout.reconcile;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.hall.GrabService;
import dev.ordertimeout.order.CancelReason;
import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.payment.Capture;
import dev.ordertimeout.payment.PaymentService;
import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.redis.QueueState;
import dev.ordertimeout.redis.RedisKeys;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskPlan;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.worker.PauseService;
import dev.ordertimeout.worker.TaskWorker;
import dev.ordertimeout.worker.TimerRelay;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever was lost, stale or forged in the queue: after one run it is what the rows imply. */
@Tag("containers")
@QuarkusTest
class ReconciliationTest {
  private static final Findings NONE = new Findings(0, 0, 0, 0, 0);
  private static final long FUTURE = 4_000_000_000_000L;

  @Inject ReconciliationService reconciliations;
  @Inject Shop shop;
  @Inject QueueFixture redis;
  @Inject TaskQueue queue;
  @Inject TaskWorker worker;
  @Inject TimerRelay relay;
  @Inject OrderService orders;
  @Inject PaymentService payments;
  @Inject GrabService grabs;
  @Inject PauseService pauses;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void orders_in_every_state_with_the_timers_they_imply_show_nothing() {
    shop.order();
    pay(shop.order());
    grabs.grab(shop.order(), "joe");
    orders.cancel(shop.order(), CancelReason.CUSTOMER, connection -> {});
    UUID extended = shop.order();
    orders.moveDeadline(extended, shop.read(extended).expiresAt.plusSeconds(60), connection -> {});
    UUID granted = shop.order();
    shop.later(granted, Duration.ofSeconds(12));
    worker.runOnce(() -> false);
    shop.windowOver(shop.order());
    expiresBeforeItsTiers(shop.order());
    worker.runOnce(() -> false);
    relay.runOnce();
    Map<TaskKind, QueueState> before = queue();

    Run run = reconcile(false);

    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(run.findings()).isEqualTo(NONE);
    assertThat(run.scannedOrders()).as("all but the three that were cancelled").isEqualTo(5);
    assertThat(run.scannedEntries()).as("cancels and tiers").isEqualTo(4 + 3 + 3 + 3 + 2);
    assertThat(queue()).isEqualTo(before);
  }

  @Test
  void a_dry_run_finds_each_kind_of_difference_and_changes_nothing() {
    UUID overdue = withoutTiers();
    UUID late = withoutTiers();
    UUID missing = shop.order();
    UUID drifted = shop.order();
    UUID ahead = shop.order();
    UUID paid = withoutTiers();
    shop.shiftRow(overdue, Shop.WINDOW.plusSeconds(3));
    redis.send(Command.ZREM, due(CANCEL_UNPAID), overdue);
    shop.shiftRow(late, Shop.WINDOW.plusSeconds(3));
    queue.unschedule(List.of(TaskId.cancelUnpaid(missing), TaskId.subsidy(missing, 2)));
    shop.schedule(TaskId.cancelUnpaid(drifted), FUTURE);
    shop.schedule(TaskId.subsidy(ahead, 3), 1_000);
    pay(paid);
    shop.schedule(TaskId.cancelUnpaid(paid), FUTURE);
    shop.schedule(TaskId.cancelUnpaid(new UUID(0, 1)), 1_000);
    shop.schedule(TaskId.subsidy(drifted, 7), FUTURE);
    redis.putDue(CANCEL_UNPAID, new byte[] {(byte) 0xff, 0, '\n'}, "inf");
    redis.put(SUBSIDY, state().claim(missing + ":9", 1, 1_000, "t").leased(missing + ":8", FUTURE));
    Map<TaskKind, QueueState> before = queue();
    List<String> rows = rows();

    Run dry = reconcile(true);

    Findings all = new Findings(2, 2, 2, 4, 2);
    assertThat(dry.findings()).isEqualTo(all);
    assertThat(dry.repaired()).isZero();
    assertThat(queue()).isEqualTo(before);
    assertThat(rows()).isEqualTo(rows);

    Run run = reconcile(false);

    assertThat(run.findings()).isEqualTo(all);
    assertThat(run.repaired()).isEqualTo(all.total());
    assertThat(shop.status(overdue)).isEqualTo("CANCELLED");
    assertThat(shop.status(late)).isEqualTo("CANCELLED");
    assertThat(queue()).isEqualTo(implied());
    assertThat(reconcile(true).findings()).isEqualTo(NONE);
  }

  @Test
  void what_workers_hold_try_again_or_gave_up_is_in_order_and_not_touched() {
    UUID held = overdueWithoutTimers();
    UUID ended = overdueWithoutTimers();
    UUID retried = overdueWithoutTimers();
    UUID waiting = overdueWithoutTimers();
    UUID dead = overdueWithoutTimers();
    UUID deadYetHeld = overdueWithoutTimers();
    fail(waiting, "clock_timestamp() + interval '1 minute'", "NULL");
    fail(dead, "clock_timestamp()", "clock_timestamp()");
    fail(deadYetHeld, "clock_timestamp()", "clock_timestamp()");
    TaskId heldTask = TaskId.cancelUnpaid(held);
    TaskId endedTask = TaskId.cancelUnpaid(ended);
    QueueState before =
        state()
            .leased(heldTask, redis.nowMs() + 10_000)
            .claim(heldTask, 1, 1_000, "t")
            .leased(endedTask, 1_000)
            .claim(endedTask, 1, 1_000, "u")
            .due(TaskId.cancelUnpaid(retried), redis.nowMs() + 1_000)
            .claim(TaskId.cancelUnpaid(retried), 2, 1_000, "")
            .due(TaskId.cancelUnpaid(deadYetHeld), FUTURE);
    redis.put(CANCEL_UNPAID, before);

    Run run = reconcile(false);

    assertThat(run.findings()).isEqualTo(NONE);
    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(before);
  }

  @Test
  @Tag("case-14")
  void a_run_between_claim_and_ack_delivers_nothing_twice() {
    UUID order = withoutTiers();
    shop.windowOver(order);
    List<ClaimedTask> claimed = claim();

    reconcile(false);

    assertThat(claim()).as("a second delivery").isEmpty();
    assertThat(queue.renew(claimed, Duration.ofSeconds(9))).as("still held").isEqualTo(1);
  }

  @Test
  @Tag("case-8")
  void claims_whose_leases_were_deleted_are_put_back_as_if_never_claimed() {
    UUID order = withoutTiers();
    shop.later(order, Shop.WINDOW.plusMillis(100));
    claim();
    redis.send(Command.DEL, redis.key(CANCEL_UNPAID, RedisKeys.Part.LEASED));

    Run run = reconcile(false);

    assertThat(run.findings().orphaned()).isEqualTo(1);
    assertThat(run.findings().missing() + run.findings().overdue()).isEqualTo(1);
    worker.runOnce(() -> false);
    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    assertThat(queue()).isEqualTo(implied());
  }

  @Test
  void a_flushed_redis_is_filled_again_with_the_timers_of_every_kind() {
    shop.orders(3);
    UUID paid = shop.order();
    pay(paid);
    UUID extended = shop.order();
    orders.moveDeadline(extended, shop.read(extended).expiresAt.plusSeconds(60), connection -> {});
    relay.runOnce();
    Map<TaskKind, QueueState> before = queue();
    shop.flushRedis();

    Run run = reconcile(false);

    assertThat(run.findings()).isEqualTo(new Findings(0, 4 + 5 * 3, 0, 0, 0));
    assertThat(run.repaired()).isEqualTo(19);
    assertThat(queue()).isEqualTo(before).isEqualTo(implied());
  }

  @Test
  @Tag("case-21")
  void a_snapshot_from_before_the_last_changes_is_brought_up_to_date() {
    UUID paid = shop.order();
    UUID extended = shop.order();
    UUID grabbed = shop.order();
    Map<TaskKind, QueueState> snapshot = queue();
    pay(paid);
    orders.moveDeadline(extended, shop.read(extended).expiresAt.plusSeconds(60), connection -> {});
    grabs.grab(grabbed, "joe");
    shop.order();
    relay.runOnce();
    Map<TaskKind, QueueState> latest = queue();
    shop.flushRedis();
    snapshot.forEach(redis::put);

    Run run = reconcile(false);

    assertThat(run.findings()).isEqualTo(new Findings(0, 4, 1, 1 + 3, 0));
    assertThat(queue()).isEqualTo(latest);
  }

  @Test
  void many_pages_of_orders_that_are_due_at_the_same_moment_are_compared_to_the_last() {
    placeAtOnce(2_345);
    for (int i = 0; i < 1_234; i++) {
      redis.put(CANCEL_UNPAID, state().due(TaskId.cancelUnpaid(new UUID(0, i)), FUTURE));
    }

    Run dry = reconcile(true);
    Run run = reconcile(false);

    assertThat(dry.findings()).isEqualTo(new Findings(0, 4 * 2_345, 0, 1_234, 0));
    assertThat(dry.scannedOrders()).as("each once").isEqualTo(2_345);
    assertThat(run.findings()).isEqualTo(dry.findings());
    assertThat(queue()).isEqualTo(implied());
    assertThat(reconcile(true).findings()).isEqualTo(NONE);
  }

  @Test
  void overdue_tasks_of_a_paused_kind_wait_in_the_queue_for_its_return() {
    UUID order = overdueWithoutTimers();
    pauses.pause(CANCEL_UNPAID, "test");

    Run run = reconcile(false);

    assertThat(run.findings().overdue()).isEqualTo(1);
    assertThat(run.repaired()).isEqualTo(1);
    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    assertThat(queue()).isEqualTo(implied());
  }

  private Run reconcile(boolean dryRun) {
    return reconciliations.runHere(dryRun, "test", tally -> {});
  }

  private Map<TaskKind, QueueState> queue() {
    Map<TaskKind, QueueState> queue = new EnumMap<>(TaskKind.class);
    for (TaskKind kind : TaskKind.values()) {
      queue.put(kind, shop.queue(kind));
    }
    return queue;
  }

  /** What the queue should hold, worked out from the rows by the plan, not by the views. */
  private Map<TaskKind, QueueState> implied() {
    Map<TaskKind, QueueState> queue = new EnumMap<>(TaskKind.class);
    for (TaskKind kind : TaskKind.values()) {
      queue.put(kind, state());
    }
    for (String id : shop.column("SELECT id FROM orders")) {
      for (Task task : TaskPlan.of(shop.read(UUID.fromString(id)).facts())) {
        queue.get(task.id().kind()).due().put(task.id().member(), task.dueAtMs());
      }
    }
    return queue;
  }

  /** Everything but the runs. */
  private List<String> rows() {
    return shop.column(
        "SELECT o::text FROM orders o UNION ALL SELECT e::text FROM order_event e"
            + " UNION ALL SELECT s::text FROM subsidy s UNION ALL SELECT f::text FROM task_failure f"
            + " ORDER BY 1");
  }

  private void pay(UUID order) {
    payments.capture(new Capture("ref-" + order, order, 1_000, "EUR"));
    relay.runOnce();
  }

  private void expiresBeforeItsTiers(UUID order) {
    shop.sql("UPDATE orders SET expires_at = placed_at, cancel_at = placed_at WHERE id = ?", order);
    shop.schedule(TaskId.cancelUnpaid(order), shop.read(order).cancelAt.toEpochMilli());
  }

  private UUID withoutTiers() {
    UUID order = shop.order();
    queue.unschedule(List.of(1, 2, 3).stream().map(tier -> TaskId.subsidy(order, tier)).toList());
    shop.sql("UPDATE orders SET next_subsidy_at = NULL, tiers = '[]' WHERE id = ?", order);
    return order;
  }

  private UUID overdueWithoutTimers() {
    UUID order = withoutTiers();
    queue.unschedule(List.of(TaskId.cancelUnpaid(order)));
    shop.shiftRow(order, Shop.WINDOW.plusSeconds(3));
    return order;
  }

  private void fail(UUID order, String nextTry, String deadAt) {
    shop.sql(
        "INSERT INTO task_failure (kind, order_id, due_at, attempts, error, next_try, dead_at)"
            + " VALUES ('CANCEL_UNPAID', ?, now(), 5, 'broken', "
            + nextTry
            + ", "
            + deadAt
            + ")",
        order);
  }

  /** Orders with three tiers, without timers. */
  private void placeAtOnce(int count) {
    shop.sql(
        "INSERT INTO orders (id, customer_id, status, currency, total_amount, lines, tiers, placed_at,"
            + " expires_at, cancel_at, next_subsidy_at)"
            + " SELECT gen_random_uuid(), 'ann', 'PENDING_PAYMENT', 'EUR', 1000, '[]', o.tiers,"
            + " o.placed_at, o.placed_at + interval '30 min', o.placed_at + interval '30 min',"
            + " o.placed_at + interval '10 s'"
            + " FROM (SELECT now()::timestamptz(3) + interval '1 h' AS placed_at, tiers"
            + "  FROM orders WHERE id = ?) o, generate_series(2, ?)",
        shiftedIntoTheFuture(),
        count);
  }

  private UUID shiftedIntoTheFuture() {
    UUID order = shop.order();
    shop.shiftRow(order, Duration.ofHours(-1));
    shop.flushRedis();
    return order;
  }

  private List<ClaimedTask> claim() {
    return queue
        .settleAndClaim(
            TaskQueue.Settlement.NONE,
            new TaskQueue.ClaimRequest(Map.of(CANCEL_UNPAID, 10), Duration.ofSeconds(15), 0))
        .tasks();
  }

  private String due(TaskKind kind) {
    return redis.key(kind, RedisKeys.Part.DUE);
  }
}
