package dev.ordertimeout.worker;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.support.TestServers;
import dev.ordertimeout.task.TaskId;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the queue has lost, or cannot say, follows from the rows. */
@Tag("containers")
@QuarkusTest
class SweepTest {
  private static final Duration OVERDUE = Shop.WINDOW.plusSeconds(3);

  @Inject Shop shop;
  @Inject Sweep sweep;
  @Inject Rescue rescue;
  @Inject LookAhead lookAhead;
  @Inject QueueHealth health;
  @Inject TaskWorker worker;
  @Inject QueueFixture queueFixture;

  @BeforeEach
  void clear() {
    shop.clear();
    lookAhead.forget();
    health.forget();
  }

  @Test
  void overdue_orders_that_the_queue_lost_are_rescued_and_say_so() {
    shop.stock("pear", 10);
    UUID order = shop.order(Shop.line("pear", 2, 100));
    shop.flushRedis();
    shop.shiftRow(order, OVERDUE);

    assertThat(rescue.runOnce(() -> false)).isEqualTo(1);

    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    assertThat(shop.stock("pear")).isEqualTo("10/0");
    assertThat(shop.column("SELECT DISTINCT source FROM order_event WHERE type <> 'PLACED'"))
        .containsExactly("SWEEP");
  }

  @Test
  void overdue_tiers_that_the_queue_lost_are_granted_while_the_order_still_waits() {
    UUID order = shop.order();
    shop.flushRedis();
    shop.shiftRow(order, Duration.ofSeconds(33));

    assertThat(rescue.runOnce(() -> false)).isEqualTo(2);

    assertThat(shop.ledger(order)).containsExactly("1 GRANTED", "2 GRANTED");
  }

  @Test
  void what_is_due_within_the_grace_is_left_to_the_queue() {
    UUID order = shop.order();
    shop.flushRedis();
    shop.shiftRow(order, Shop.WINDOW.plusSeconds(1));
    shop.sql("UPDATE orders SET next_subsidy_at = NULL, tiers = '[]'");

    assertThat(rescue.runOnce(() -> false)).isZero();
  }

  @Test
  void a_backlog_that_the_queue_still_holds_is_no_loss() {
    UUID order = shop.order();
    shop.later(order, OVERDUE);

    assertThat(rescue.runOnce(() -> false)).isZero();

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
  }

  @Test
  void a_task_that_a_worker_holds_is_left_to_it() {
    UUID order = shop.order();
    shop.flushRedis();
    shop.shiftRow(order, OVERDUE);
    shop.sql("UPDATE orders SET next_subsidy_at = NULL, tiers = '[]'");
    TaskId task = TaskId.cancelUnpaid(order);
    queueFixture.put(
        CANCEL_UNPAID,
        state().leased(task, queueFixture.nowMs() + 10_000).claim(task, 1, 1_000, "t"));

    assertThat(rescue.runOnce(() -> false)).isZero();
  }

  @Test
  void a_forged_lease_or_retry_that_no_worker_could_have_made_does_not_hide_an_order() {
    UUID leased = overdueCancel();
    UUID retried = overdueCancel();
    shop.flushRedis();
    TaskId lease = TaskId.cancelUnpaid(leased);
    TaskId retry = TaskId.cancelUnpaid(retried);
    queueFixture.put(
        CANCEL_UNPAID,
        state()
            .leased(lease, 4_000_000_000_000L)
            .claim(lease, 1, 1_000, "t")
            .due(retry, 4_000_000_000_000L)
            .claim(retry, 1, 1_000, ""));

    assertThat(rescue.runOnce(() -> false)).isEqualTo(2);

    assertThat(shop.status(leased)).isEqualTo("CANCELLED");
    assertThat(shop.status(retried)).isEqualTo("CANCELLED");
  }

  private UUID overdueCancel() {
    UUID order = shop.order();
    shop.shiftRow(order, OVERDUE);
    shop.sql("UPDATE orders SET next_subsidy_at = NULL, tiers = '[]'");
    return order;
  }

  @Test
  void an_entry_that_says_much_later_than_its_row_does_not_keep_the_order_waiting() {
    UUID order = shop.order();
    shop.shiftRow(order, OVERDUE);
    shop.sql("UPDATE orders SET next_subsidy_at = NULL, tiers = '[]'");

    assertThat(rescue.runOnce(() -> false)).isEqualTo(1);

    assertThat(shop.status(order)).isEqualTo("CANCELLED");
  }

  @Test
  void the_look_ahead_puts_back_what_is_about_to_be_due_and_nothing_else() {
    UUID soon = shop.order();
    UUID later = shop.order();
    shop.flushRedis();
    shop.shiftRow(soon, Shop.WINDOW.minusMillis(1500));
    shop.shiftRow(later, Duration.ofSeconds(95));
    long dueAtMs = shop.read(soon).cancelAt.toEpochMilli();
    shop.sql("UPDATE orders SET next_subsidy_at = NULL, tiers = '[]'");

    assertThat(lookAhead.runOnce()).isEqualTo(1);

    assertThat(shop.queue(CANCEL_UNPAID))
        .isEqualTo(state().due(TaskId.cancelUnpaid(soon), dueAtMs));
    assertThat(lookAhead.runOnce()).as("seen already").isZero();
  }

  @Test
  void where_it_finds_a_loss_it_looks_again_at_what_it_had_seen_and_at_what_just_fell_due() {
    UUID seen = withoutTiers(Duration.ofSeconds(-2));
    UUID justDue = withoutTiers(Duration.ofMillis(500));
    lookAhead.runOnce();
    UUID next = withoutTiers(Duration.ofMillis(-3_050));
    shop.flushRedis();
    Awaitility.await().until(() -> lookAhead.runOnce() > 0);

    assertThat(shop.queue(CANCEL_UNPAID).due())
        .containsOnlyKeys(seen.toString(), justDue.toString(), next.toString());
  }

  /** How long its time to pay has been over. */
  private UUID withoutTiers(Duration over) {
    UUID order = shop.order();
    shop.sql("UPDATE orders SET next_subsidy_at = NULL, tiers = '[]' WHERE id = ?", order);
    shop.later(order, Shop.WINDOW.plus(over));
    return order;
  }

  @Test
  void the_look_ahead_puts_back_tiers_too() {
    UUID order = shop.order();
    shop.flushRedis();
    shop.shiftRow(order, Duration.ofMillis(8_500));

    assertThat(lookAhead.runOnce()).isEqualTo(1);

    assertThat(shop.queue(SUBSIDY).due()).containsOnlyKeys(order + ":1");
  }

  @Test
  void what_the_queue_holds_is_not_touched_by_the_look_ahead() {
    UUID order = shop.order();
    shop.later(order, Shop.WINDOW.minusMillis(1500));
    var before = shop.queue(CANCEL_UNPAID);

    assertThat(lookAhead.runOnce()).isZero();

    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(before);
  }

  @Test
  @Tag("case-18")
  void sweep_and_worker_that_meet_at_the_same_orders_act_once() {
    shop.stock("pear", 1000);
    List<UUID> orders = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      UUID order = shop.order(Shop.line("pear", 1, 100));
      shop.shiftRow(order, OVERDUE);
      orders.add(order);
    }
    // The queue holds half of them as due, the rest are only in the rows.
    shop.flushRedis();
    orders.subList(0, 50).forEach(order -> shop.schedule(TaskId.cancelUnpaid(order), 1));

    Rivals.atOnce(
        () -> worker.runOnce(() -> false).claimed(), () -> sweep.runOnce(() -> false).rescued());
    sweep.runOnce(() -> false);

    assertThat(orders).allSatisfy(order -> assertThat(shop.status(order)).isEqualTo("CANCELLED"));
    assertThat(shop.count("SELECT count(*) FROM order_event WHERE type = 'CANCELLED'"))
        .isEqualTo(100);
    assertThat(shop.stock("pear")).isEqualTo("1000/0");
  }

  @Test
  void with_redis_stopped_orders_are_placed_and_expire_and_it_is_picked_up_again() {
    TestServers.stopRedis();
    UUID order;
    try {
      order = shop.order();
      shop.shiftRow(order, Shop.WINDOW);
      sweep.runOnce(() -> false);
      sweep.runOnce(() -> false);
      assertThat(shop.status(order)).isEqualTo("CANCELLED");
    } finally {
      TestServers.startRedis();
    }
    queueFixture.awaitUse();

    UUID next = shop.order();
    shop.windowOver(next);
    worker.runOnce(() -> false);
    assertThat(shop.status(next)).isEqualTo("CANCELLED");
  }
}
