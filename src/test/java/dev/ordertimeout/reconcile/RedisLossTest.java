package dev.ordertimeout.reconcile;

import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.hall.GrabService;
import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.payment.Capture;
import dev.ordertimeout.payment.PaymentService;
import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.redis.RedisImage;
import dev.ordertimeout.redis.RedisImage.Snapshot;
import dev.ordertimeout.redis.RedisKeys;
import dev.ordertimeout.support.LogLines;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Settlement;
import dev.ordertimeout.worker.LookAhead;
import dev.ordertimeout.worker.Sweep;
import dev.ordertimeout.worker.TaskWorker;
import dev.ordertimeout.worker.TimerRelay;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever Redis loses, every order ends once and in time, and one run makes Redis what the rows
 * imply.
 */
@Tag("case-8")
@Tag("case-14")
@Tag("case-21")
@QuarkusTest
class RedisLossTest {
  private static final Duration LEASE = Duration.ofSeconds(2);

  @Inject Shop shop;
  @Inject QueueFixture redis;
  @Inject RedisImage image;
  @Inject Agreement agreement;
  @Inject ReconciliationService reconciliations;
  @Inject Patience patience;
  @Inject TaskQueue queue;
  @Inject TimerRelay relay;
  @Inject TaskWorker worker;
  @Inject Sweep sweep;
  @Inject LookAhead lookAhead;
  @Inject OrderService orders;
  @Inject PaymentService payments;
  @Inject GrabService grabs;
  @Inject MeterRegistry metrics;

  @BeforeEach
  void clear() {
    shop.clear();
    lookAhead.forget();
  }

  @ParameterizedTest
  @EnumSource
  void after_any_loss_every_order_ends_once_and_in_time_and_one_run_makes_all_equal(Loss loss) {
    UUID far = shop.order();
    UUID paid = shop.order();
    UUID extended = shop.order();
    UUID grabbed = shop.order();
    UUID overdue = withoutTiers();
    UUID soon = withoutTiers();
    UUID held = withoutTiers();
    shop.later(held, Shop.WINDOW.plusMillis(10));
    Snapshot before = image.take();
    assertThat(claimAsAnotherWorker()).as("in hand").isEqualTo(1);
    shop.later(overdue, Shop.WINDOW.plusSeconds(3));
    pay(paid);
    orders.moveDeadline(extended, shop.read(extended).expiresAt.plusSeconds(60), connection -> {});
    grabs.grab(grabbed, "joe");
    UUID placed = shop.order();
    shop.later(soon, Shop.WINDOW.minusMillis(1_500));
    relay.runOnce();

    loss.strike(redis, image, before);

    await()
        .atMost(Duration.ofSeconds(15))
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              sweepAndWork();
              return closed(overdue, soon, held);
            });
    assertThat(lateness(soon)).as("ms late").isLessThan(3_000);
    agreement.afterOneRun();
    assertThat(List.of(shop.status(far), shop.status(extended), shop.status(placed)))
        .containsOnly("PENDING_PAYMENT");
    assertThat(shop.status(paid)).isEqualTo("PAID");
    assertThat(
            shop.column(
                "SELECT order_id FROM order_event WHERE type IN ('PAID', 'CANCELLED')"
                    + " GROUP BY order_id HAVING count(*) > 1"))
        .as("ended more than once")
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void after_any_loss_one_run_alone_makes_all_equal(Loss loss) {
    UUID paid = shop.order();
    UUID held = withoutTiers();
    shop.later(held, Shop.WINDOW.plusMillis(10));
    Snapshot before = image.take();
    claimAsAnotherWorker();
    pay(paid);
    shop.orders(3);

    loss.strike(redis, image, before);

    Run run = agreement.run(false);
    assertThat(run.status()).as(run.error()).isEqualTo(RunStatus.COMPLETED);
    // What a worker may have in hand is left to it until its lease ends, and only that.
    await().atMost(Duration.ofSeconds(10)).until(() -> worked() && closed(held));
    assertThat(image.contents()).isEqualTo(agreement.implied());
    assertThat(agreement.run(true).findings()).isEqualTo(Agreement.NONE);
  }

  @Test
  void a_second_loss_halfway_through_the_refill_is_made_good_by_the_next_run() {
    shop.order();
    placeFar(3_500);
    redis.clear();
    AtomicBoolean struck = new AtomicBoolean();

    Run first =
        reconciliations.runHere(
            false,
            "test",
            tally -> {
              if (tally.repaired() > 500 && !struck.getAndSet(true)) {
                redis.clear();
              }
            });

    assertThat(first.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(struck).as("it struck").isTrue();
    assertThat(image.contents()).isNotEqualTo(agreement.implied());
    assertThat(agreement.afterOneRun().findings().missing()).isPositive();
  }

  @Test
  void a_moment_without_answer_does_not_end_a_run() {
    shop.orders(2);
    redis.clear();
    long repeats = patience.repeats();
    redis.send(Command.CLIENT, "PAUSE", 1_500);

    agreement.afterOneRun();

    assertThat(patience.repeats()).isGreaterThan(repeats);
  }

  /** The run meets the key, which opens the circuit; its probe claims, which sets the key aside. */
  @Test
  void a_key_of_another_type_holds_up_a_dry_run_until_a_probe_has_set_it_aside() {
    shop.order();
    redis.send(Command.SET, redis.key(CANCEL_UNPAID, RedisKeys.Part.DUE), "oops");

    Run run = agreement.run(true);

    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(run.findings().missing()).isEqualTo(1);
    assertThat(agreement.afterOneRun().findings().missing()).isEqualTo(1);
  }

  @Test
  void members_of_another_deployment_under_the_same_prefix_are_dropped_and_harm_nobody() {
    UUID ours = withoutTiers();
    shop.windowOver(ours);
    UUID waiting = shop.order();
    double before = unknown();
    long now = redis.nowMs();
    for (int i = 0; i < 50; i++) {
      shop.schedule(TaskId.cancelUnpaid(UUID.randomUUID()), now - i);
      shop.schedule(TaskId.subsidy(UUID.randomUUID(), 1), now - i);
      shop.schedule(TaskId.cancelUnpaid(UUID.randomUUID()), now + 600_000 + i);
    }
    LogLines log = new LogLines();
    try (log) {
      await().until(() -> worked() && unknown() == before + 100);
      worker.runOnce(() -> false);
    }

    assertThat(shop.status(ours)).isEqualTo("CANCELLED");
    assertThat(shop.status(waiting)).isEqualTo("PENDING_PAYMENT");
    assertThat(unknown()).as("counted").isEqualTo(before + 100);
    assertThat(log.all().stream().filter(line -> line.contains("order-timeout.queue.prefix")))
        .as("warned, at most once in the life of a process")
        .hasSizeLessThanOrEqualTo(1);
    assertThat(shop.count("SELECT count(*) FROM task_failure")).isZero();
    // The others are ghosts here: a run removes them, and their own look-ahead puts them back.
    assertThat(agreement.afterOneRun().findings().ghost()).isEqualTo(50);
  }

  private void sweepAndWork() {
    try {
      sweep.runOnce(() -> false);
      worker.runOnce(() -> false);
    } catch (QueueUnavailableException e) {
      // As the loops do: the next round tries again.
    }
  }

  private boolean worked() {
    try {
      worker.runOnce(() -> false);
      return true;
    } catch (QueueUnavailableException e) {
      return false;
    }
  }

  private boolean closed(UUID... ids) {
    return List.of(ids).stream().noneMatch(id -> shop.status(id).equals("PENDING_PAYMENT"));
  }

  private int claimAsAnotherWorker() {
    return queue
        .settleAndClaim(
            Settlement.NONE, new ClaimRequest(Map.of(CANCEL_UNPAID, 10, SUBSIDY, 10), LEASE, 0))
        .tasks()
        .size();
  }

  private void pay(UUID order) {
    payments.capture(new Capture("ref-" + order, order, 1_000, "EUR"));
    relay.runOnce();
  }

  private UUID withoutTiers() {
    UUID order = shop.order();
    shop.sql("UPDATE orders SET next_subsidy_at = NULL, tiers = '[]' WHERE id = ?", order);
    queue.unschedule(List.of(1, 2, 3).stream().map(tier -> TaskId.subsidy(order, tier)).toList());
    return order;
  }

  private long lateness(UUID order) {
    return shop.count(
        "SELECT (extract(epoch FROM cancelled_at - cancel_at) * 1000)::bigint FROM orders"
            + " WHERE id = ?",
        order);
  }

  private double unknown() {
    return metrics.find("order_timeout_unknown_orders").counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  private void placeFar(int count) {
    shop.sql(
        "INSERT INTO orders (id, customer_id, status, currency, total_amount, lines, tiers, placed_at,"
            + " expires_at, cancel_at)"
            + " SELECT gen_random_uuid(), 'ann', 'PENDING_PAYMENT', 'EUR', 1000, '[]', '[]', now(),"
            + " now() + n * interval '1 s' + interval '1 h', now() + n * interval '1 s' + interval '1 h'"
            + " FROM generate_series(1, ?) n",
        count);
  }
}
