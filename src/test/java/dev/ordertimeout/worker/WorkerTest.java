package dev.ordertimeout.worker;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Settlement;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One round of the worker: what it applies, what it acknowledges, what goes back. */
@QuarkusTest
class WorkerTest {
  private static final Duration LEASE = Duration.ofSeconds(15);

  @Inject Shop shop;
  @Inject TaskWorker worker;
  @Inject WorkerPulse pulse;
  @Inject TaskQueue queue;
  @Inject Transactions transactions;
  @Inject DatabaseClock clock;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void a_timer_that_fires_early_goes_back_to_the_rows_time() {
    UUID order = shop.order();
    shop.schedule(TaskId.cancelUnpaid(order), 1);

    round();

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    assertThat(shop.queue(CANCEL_UNPAID))
        .isEqualTo(
            state().due(TaskId.cancelUnpaid(order), shop.read(order).cancelAt.toEpochMilli()));
  }

  @Test
  void a_timer_whose_row_is_locked_goes_back_for_a_moment_and_no_attempt_is_counted() {
    UUID order = shop.order();
    shop.windowOver(order);

    transactions.call(
        connection -> {
          try (var lock =
              connection.prepareStatement("SELECT FROM orders WHERE id = ? FOR UPDATE")) {
            lock.setObject(1, order);
            lock.execute();
          }
          worker.runOnce(() -> true);
          return true;
        });

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    assertThat(shop.queue(CANCEL_UNPAID).due()).containsKey(order.toString());
    assertThat(shop.queue(CANCEL_UNPAID).claims()).isEmpty();
    assertThat(shop.queue(CANCEL_UNPAID).leased()).isEmpty();
  }

  @Test
  void a_timer_for_an_order_that_does_not_exist_is_dropped() {
    shop.schedule(TaskId.cancelUnpaid(UUID.randomUUID()), 1);
    shop.schedule(TaskId.subsidy(UUID.randomUUID(), 1), 1);

    round();

    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(state());
    assertThat(shop.queue(SUBSIDY)).isEqualTo(state());
  }

  @Test
  void a_timer_that_fires_twice_acts_once() {
    UUID order = shop.order();
    shop.windowOver(order);
    round();

    shop.schedule(TaskId.cancelUnpaid(order), 1);
    round();

    assertThat(shop.events(order).stream().filter("CANCELLED"::equals)).hasSize(1);
  }

  @Test
  void two_workers_on_one_queue_share_the_work_and_do_none_of_it_twice() {
    List<UUID> orders = shop.orders(400);
    shop.windowOver(orders.toArray(new UUID[0]));

    List<Integer> claimed =
        Rivals.atOnce(
            () -> worker.runOnce(() -> false).claimed(),
            () -> worker.runOnce(() -> false).claimed());

    assertThat(claimed.stream().mapToInt(count -> count).sum()).isGreaterThanOrEqualTo(400);
    // A cancel and a tier of one order may have met at its row: one of them went back for a moment.
    roundsUntilNothingIsLeft();
    assertThat(orders).allSatisfy(order -> assertThat(shop.status(order)).isEqualTo("CANCELLED"));
    assertThat(shop.count("SELECT count(*) FROM order_event WHERE type = 'CANCELLED'"))
        .isEqualTo(400);
    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(state());
  }

  @Test
  void ten_thousand_orders_due_at_once_drain_in_batches_not_one_by_one() {
    placeDueOrders(10_000);
    long before = transactionsSoFar();

    round();

    assertThat(shop.count("SELECT count(*) FROM orders WHERE status = 'CANCELLED'"))
        .isEqualTo(10_000);
    assertThat(shop.count("SELECT count(DISTINCT tx) FROM order_event WHERE type = 'CANCELLED'"))
        .isEqualTo(20);
    // Each transaction that writes takes one number: the batches, and what is asked here.
    assertThat(transactionsSoFar() - before).isBetween(20L, 40L);
  }

  @Test
  void an_order_extended_while_its_cancel_is_leased_is_cancelled_at_the_new_deadline() {
    UUID order = shop.order();
    shop.windowOver(order);
    Claim lost = claimAsAWorkerThatDies(LEASE);
    assertThat(lost.tasks()).hasSize(1);

    // Extended by half an hour while the dead worker holds the task.
    shop.shiftRow(order, Shop.WINDOW.negated());
    queue.schedule(
        List.of(new Task(TaskId.cancelUnpaid(order), shop.read(order).cancelAt.toEpochMilli())));
    round();
    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");

    shop.windowOver(order);
    round();
    assertThat(shop.status(order)).isEqualTo("CANCELLED");

    queue.settle(new Settlement(lost.tasks(), List.of(), List.of()));
    assertThat(shop.events(order).stream().filter("CANCELLED"::equals)).hasSize(1);
  }

  @Test
  @Tag("case-11")
  @Tag("case-17")
  void what_a_dead_worker_held_is_taken_over_when_its_lease_ends_and_not_before() {
    UUID order = shop.order();
    shop.windowOver(order);
    claimAsAWorkerThatDies(Duration.ofMillis(300));

    round();
    assertThat(shop.status(order)).as("still leased").isEqualTo("PENDING_PAYMENT");

    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(
            () -> {
              round();
              assertThat(shop.status(order)).isEqualTo("CANCELLED");
            });
  }

  @Test
  void a_paused_backlog_of_cancels_does_not_delay_a_subsidy() {
    placeDueOrders(10_000);
    UUID waiting = shop.order();
    shop.later(waiting, Duration.ofSeconds(11));
    shop.sql("INSERT INTO task_pause (kind) VALUES ('CANCEL_UNPAID')");
    pulse.beat();

    long started = System.nanoTime();
    round();
    Duration took = Duration.ofNanos(System.nanoTime() - started);

    assertThat(shop.ledger(waiting)).containsExactly("1 GRANTED");
    assertThat(shop.count("SELECT count(*) FROM orders WHERE status = 'CANCELLED'")).isZero();
    assertThat(shop.queue(CANCEL_UNPAID).due()).hasSize(10_001);
    assertThat(took).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void a_stopping_worker_claims_no_more_after_the_batch_in_hand() {
    placeDueOrders(1_200);

    worker.runOnce(() -> true);

    assertThat(shop.count("SELECT count(*) FROM orders WHERE status = 'CANCELLED'")).isEqualTo(500);
    assertThat(shop.queue(CANCEL_UNPAID).leased()).isEmpty();
    assertThat(shop.queue(CANCEL_UNPAID).due()).hasSize(700);
  }

  private void roundsUntilNothingIsLeft() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> worker.runOnce(() -> false).nextDueInMs() == Long.MAX_VALUE);
  }

  private Claim claimAsAWorkerThatDies(Duration lease) {
    return queue.settleAndClaim(
        Settlement.NONE,
        new ClaimRequest(Map.of(CANCEL_UNPAID, 10), lease, (long) clock.nowMs() - queue.timeMs()));
  }

  /** Straight into rows and queue, since it is not placing that is tested. */
  private void placeDueOrders(int count) {
    shop.sql(
        "INSERT INTO orders (id, customer_id, status, currency, total_amount, lines, tiers,"
            + " placed_at, expires_at, cancel_at)"
            + " SELECT gen_random_uuid(), 'ann', 'PENDING_PAYMENT', 'EUR', 1000, '[]', '[]',"
            + " now() - interval '31 min', now() - interval '1 min', now() - interval '1 min'"
            + " FROM generate_series(1, ?)",
        count);
    List<String> ids = shop.column("SELECT id FROM orders WHERE lines = '[]'");
    long dueAtMs = (long) clock.nowMs() - 60_000;
    queue.schedule(
        ids.stream()
            .map(id -> new Task(TaskId.cancelUnpaid(UUID.fromString(id)), dueAtMs))
            .toList());
  }

  private long transactionsSoFar() {
    return shop.count("SELECT pg_current_xact_id()");
  }

  private void round() {
    worker.runOnce(() -> false);
  }
}
