package dev.ordertimeout.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.order.PlaceOrder;
import dev.ordertimeout.payment.Capture;
import dev.ordertimeout.payment.PaymentService;
import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.redis.RedisImage;
import dev.ordertimeout.redis.RedisImage.Snapshot;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.TaskPlan;
import dev.ordertimeout.task.TaskScheduler;
import dev.ordertimeout.worker.LookAhead;
import dev.ordertimeout.worker.Sweep;
import dev.ordertimeout.worker.TaskWorker;
import dev.ordertimeout.worker.TimerRelay;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two workers and the sweep at work, orders placed, paid and expiring, and Redis loses something.
 */
@Tag("faults")
@Tag("case-8")
@Tag("case-21")
@QuarkusTest
class RedisLossUnderLoadTest {
  private static final Logger LOG = Logger.getLogger(RedisLossUnderLoadTest.class);
  private static final Duration SNAPSHOT_AGE = Duration.ofSeconds(10);
  private static final Duration AFTERWARDS = Duration.ofSeconds(4);
  private static final long MOST_LATE_MS = 3_000;

  private static final String SHORT_TIERS =
      "[{\"tier\": 1, \"afterMs\": 1000, \"amount\": 5}, {\"tier\": 2, \"afterMs\": 2000, \"amount\": 5},"
          + " {\"tier\": 3, \"afterMs\": 3000, \"amount\": 5}]";

  private static final String CANCELS =
      "SELECT coalesce(max(extract(epoch FROM cancelled_at - cancel_at) * 1000), 0)::bigint"
          + " FROM orders WHERE cancel_reason = 'PAYMENT_TIMEOUT'";

  private static final String TIERS =
      "SELECT coalesce(max(extract(epoch FROM s.granted_at - o.placed_at) * 1000 - p.\"afterMs\"), 0)"
          + "::bigint FROM subsidy s JOIN orders o ON o.id = s.order_id, LATERAL"
          + " jsonb_to_recordset(o.tiers) AS p (tier int, \"afterMs\" bigint) WHERE p.tier = s.tier";

  /** A claim whose answer is lost with an error is in nobody's hands until its lease ends. */
  private static final long LEASE_AND_SWEEP_MS = 17_000;

  @Inject Shop shop;
  @Inject QueueFixture redis;
  @Inject RedisImage image;
  @Inject Agreement agreement;
  @Inject TaskScheduler scheduler;
  @Inject TimerRelay relay;
  @Inject TaskWorker worker;
  @Inject Sweep sweep;
  @Inject LookAhead lookAhead;
  @Inject OrderService orders;
  @Inject PaymentService payments;

  private final AtomicBoolean closing = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicInteger placed = new AtomicInteger();

  @BeforeEach
  void clear() {
    shop.clear();
    lookAhead.forget();
  }

  @ParameterizedTest
  @EnumSource
  void no_order_is_lost_doubled_or_late_and_one_run_makes_all_equal(Loss loss) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> busy = new ArrayList<>();
    busy.add(threads.submit(() -> until(closed, this::work)));
    busy.add(threads.submit(() -> until(closed, this::work)));
    busy.add(threads.submit(() -> until(closed, this::sweep)));
    busy.add(threads.submit(() -> until(closing, this::place)));
    try {
      pass(Duration.ofSeconds(2));
      Snapshot before = image.take();
      pass(loss.name().contains("ROLLED_BACK") ? SNAPSHOT_AGE : Duration.ofSeconds(1));

      loss.strike(redis, image, before);

      pass(AFTERWARDS);
      closing.set(true);
      await().atMost(Duration.ofSeconds(30)).until(() -> open() == 0);
    } finally {
      closing.set(true);
      closed.set(true);
      threads.shutdown();
    }
    for (Future<?> work : busy) {
      work.get();
    }
    relay.runOnce();

    long late = Math.max(shop.count(CANCELS), shop.count(TIERS));
    long tiers = shop.count("SELECT count(*) FROM subsidy");
    LOG.infof("%s: %d orders, %d tiers, at most %d ms late", loss, placed.get(), tiers, late);
    assertThat(tiers).isPositive();
    assertThat(late).isLessThan(loss == Loss.OVERWRITTEN ? LEASE_AND_SWEEP_MS : MOST_LATE_MS);
    assertThat(placed).hasValueGreaterThan(50);
    assertThat(
            shop.count(
                "SELECT count(*) FROM orders o WHERE (SELECT count(*) FROM order_event e WHERE"
                    + " e.order_id = o.id AND e.type IN ('PAID', 'CANCELLED')) <>"
                    + " CASE WHEN status = 'PENDING_PAYMENT' THEN 0 ELSE 1 END"))
        .as("ended other than once")
        .isZero();
    // Where leases or claims went, a task that was applied may be due once more; it does nothing.
    await().until(() -> worker.runOnce(() -> false).claimed() == 0);
    agreement.afterOneRun();
  }

  /** Orders that are still to expire, and tiers still to be granted. */
  private long open() {
    return shop.count(
        "SELECT (SELECT count(*) FROM task_cancel_unpaid WHERE due_at < now() + interval '1 min')"
            + " + (SELECT count(*) FROM task_subsidy WHERE due_at < now() + interval '5 s')");
  }

  /** By turns: one that expires, one that is paid, one that stays; the last two get their tiers. */
  private void place() {
    int number = placed.incrementAndGet();
    Duration window = number % 3 == 2 ? Shop.WINDOW : Duration.ofMillis(1_000 + number % 7 * 500);
    UUID order =
        orders.place(new PlaceOrder("ann", "EUR", List.of(Shop.line("apple", 2, 500)), window)).id;
    if (number % 3 == 1) {
      payments.capture(new Capture("ref-" + order, order, 1_000, "EUR"));
    }
    if (number % 3 != 0) {
      shop.sql(
          "UPDATE orders SET next_subsidy_at = placed_at + interval '1 s', tiers = ?::jsonb WHERE id = ?",
          SHORT_TIERS,
          order);
      scheduler.schedule(TaskPlan.of(shop.read(order).facts()));
    }
    LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
  }

  private void work() {
    long restMs = 200;
    try {
      restMs = Math.min(restMs, worker.runOnce(closed::get).nextDueInMs());
    } catch (QueueUnavailableException e) {
      // As the loop does: later.
    }
    LockSupport.parkNanos(Duration.ofMillis(restMs).toNanos());
  }

  private void sweep() {
    long next = System.nanoTime() + Duration.ofSeconds(1).toNanos();
    sweep.runOnce(closed::get);
    LockSupport.parkNanos(next - System.nanoTime());
  }

  private static void until(AtomicBoolean end, Runnable work) {
    while (!end.get()) {
      work.run();
    }
  }

  private static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
