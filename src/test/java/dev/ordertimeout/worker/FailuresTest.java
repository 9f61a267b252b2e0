package dev.ordertimeout.worker;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.support.Shop.line;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.order.CancelReason;
import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.TaskId;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Orders whose transition always throws. One that holds a pear cannot be cancelled here, because
 * its reservation was taken out of the stock behind the service's back.
 */
@QuarkusTest
class FailuresTest {
  @Inject Shop shop;
  @Inject TaskWorker worker;
  @Inject Sweep sweep;
  @Inject DeadTasks deadTasks;
  @Inject TimerRelay relay;
  @Inject QueueFixture queueFixture;
  @Inject OrderService orders;

  @BeforeEach
  void clear() {
    shop.clear();
    shop.stock("pear", 10);
  }

  @Test
  @Tag("case-15")
  void of_a_hundred_in_a_batch_the_one_that_fails_is_retried_alone_and_the_others_are_done() {
    List<UUID> orders = new ArrayList<>(shop.orders(49));
    UUID poison = poison();
    orders.addAll(shop.orders(50));
    shop.windowOver(orders.toArray(new UUID[0]));

    round();

    assertThat(orders).allSatisfy(order -> assertThat(shop.status(order)).isEqualTo("CANCELLED"));
    assertThat(shop.status(poison)).isEqualTo("PENDING_PAYMENT");
    assertThat(shop.column("SELECT attempts || ' ' || order_id FROM task_failure"))
        .containsExactly("1 " + poison);
    assertThat(shop.queue(CANCEL_UNPAID).due()).containsOnlyKeys(poison.toString());
    assertThat(shop.queue(CANCEL_UNPAID).leased()).isEmpty();
  }

  @Test
  @Tag("case-10")
  void a_task_that_keeps_failing_is_dead_in_the_end_and_out_of_the_queue() {
    UUID poison = poison();

    for (int attempt = 1; attempt <= 5; attempt++) {
      nextTryNow(poison);
      round();
    }

    assertThat(shop.column("SELECT attempts FROM task_failure WHERE dead_at IS NOT NULL"))
        .containsExactly("5");
    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(state());
    assertThat(sweep.runOnce(() -> false))
        .as("the sweep leaves it alone")
        .isEqualTo(new Sweep.Swept(0, 0));
    assertThat(shop.one("SELECT attempts FROM task_failure")).isEqualTo("5");
  }

  @Test
  void the_sweep_counts_in_the_same_row_and_waits_for_the_next_try() {
    UUID poison = poison();
    shop.flushRedis();
    shop.shiftRow(poison, Duration.ofSeconds(5));

    sweep.runOnce(() -> false);
    sweep.runOnce(() -> false);

    assertThat(shop.one("SELECT attempts FROM task_failure")).isEqualTo("1");
  }

  @Test
  void a_dead_task_that_is_retried_after_the_cause_is_gone_is_done() {
    UUID poison = poison();
    bury(poison);
    shop.sql("UPDATE stock SET reserved = 1 WHERE sku = 'pear'");

    deadTasks.retry(deadId(), "otto");
    relay.runOnce();
    round();

    assertThat(shop.status(poison)).isEqualTo("CANCELLED");
    assertThat(shop.column("SELECT id FROM task_failure")).isEmpty();
    assertThat(shop.column("SELECT who || ' ' || what FROM operator_action"))
        .containsExactly("otto RETRY_TASK");
  }

  @Test
  void a_transition_that_ends_the_timer_deletes_the_failure() {
    UUID poison = poison();
    bury(poison);

    shop.sql("UPDATE stock SET reserved = 1 WHERE sku = 'pear'");
    orders.cancel(poison, CancelReason.CUSTOMER, connection -> {});

    assertThat(shop.column("SELECT id FROM task_failure")).isEmpty();
  }

  @Test
  void a_task_whose_worker_died_again_and_again_while_it_was_alone_is_dead_without_another_try() {
    UUID order = shop.order();
    shop.windowOver(order);
    TaskId task = TaskId.cancelUnpaid(order);
    long dueAtMs = shop.queue(CANCEL_UNPAID).due().get(task.member());
    // Seven claims whose leases ended: two in company, five alone.
    queueFixture.clear();
    queueFixture.put(CANCEL_UNPAID, state().leased(task, 1).claim(task, 7, dueAtMs, "gone"));

    round();

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    assertThat(shop.one("SELECT error FROM task_failure WHERE dead_at IS NOT NULL"))
        .contains("claimed 8 times");
    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(state());
  }

  @Test
  void a_suspect_runs_alone_and_is_acknowledged_alone() {
    UUID suspect = shop.order();
    List<UUID> others = shop.orders(5);
    shop.windowOver(suspect);
    shop.windowOver(others.toArray(new UUID[0]));
    TaskId task = TaskId.cancelUnpaid(suspect);
    queueFixture.put(CANCEL_UNPAID, state().claim(task, 2, 1_000, ""));

    round();

    assertThat(shop.status(suspect)).isEqualTo("CANCELLED");
    assertThat(
            shop.count(
                "SELECT count(*) FROM order_event e WHERE type = 'CANCELLED' AND tx ="
                    + " (SELECT tx FROM order_event WHERE type = 'CANCELLED' AND order_id = ?)",
                suspect))
        .isEqualTo(1);
    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(state());
  }

  /** Due, and sure to fail. */
  private UUID poison() {
    UUID poison = shop.order(line("pear", 1, 100));
    shop.sql("UPDATE stock SET reserved = 0 WHERE sku = 'pear'");
    shop.windowOver(poison);
    return poison;
  }

  private void bury(UUID poison) {
    shop.sql(
        "INSERT INTO task_failure (kind, order_id, due_at, attempts, error, next_try, dead_at)"
            + " VALUES ('CANCEL_UNPAID', ?, now(), 5, 'x', now(), now())",
        poison);
    shop.flushRedis();
  }

  private long deadId() {
    return shop.count("SELECT id FROM task_failure");
  }

  private void nextTryNow(UUID poison) {
    shop.sql("UPDATE task_failure SET next_try = now()");
    TaskId task = TaskId.cancelUnpaid(poison);
    if (shop.queue(CANCEL_UNPAID).due().containsKey(task.member())) {
      queueFixture.put(CANCEL_UNPAID, state().due(task, 1));
    }
  }

  private void round() {
    worker.runOnce(() -> false);
  }
}
