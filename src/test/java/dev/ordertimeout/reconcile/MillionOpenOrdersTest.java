package dev.ordertimeout.reconcile;

import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.order.PlaceOrder;
import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.worker.TimerRelay;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The refill streams: its memory does not grow with the orders, and placing goes on. */
@Tag("faults")
@Tag("case-21")
@QuarkusTest
class MillionOpenOrdersTest {
  private static final Logger LOG = Logger.getLogger(MillionOpenOrdersTest.class);
  private static final int ORDERS = 1_000_000;
  private static final int AT_ONCE = 25_000;
  private static final long MEGABYTE = 1 << 20;

  /** The one wait that a request may pay. */
  private static final long WAIT_MS = 1_000;

  @Inject Shop shop;
  @Inject QueueFixture redis;
  @Inject ReconciliationService reconciliations;
  @Inject OrderService orders;
  @Inject TimerRelay relay;

  @BeforeEach
  @AfterEach
  void clear() {
    shop.clear();
  }

  @Test
  void a_million_timers_are_put_back_in_bounded_memory_while_orders_are_placed() {
    for (int i = 0; i < ORDERS / AT_ONCE; i++) {
      placeFar();
    }
    shop.sql("ANALYZE orders");
    long healthyEnd = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    long healthyMs = p99Ms(placing(() -> System.nanoTime() < healthyEnd));
    redis.clear();
    long before = usedAfterCollection();
    AtomicLong halfway = new AtomicLong();
    AtomicBoolean done = new AtomicBoolean();

    long began = System.nanoTime();
    Future<Run> running = inBackground(() -> reconcile(halfway), done);
    List<Long> placed = placing(() -> !done.get());
    Run run = result(running);
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    relay.runOnce();

    long meanwhileMs = p99Ms(placed);
    long grownMb = (halfway.get() - before) / MEGABYTE;
    LOG.infof(
        "%d timers put back in %.1f s; heap grown by %d MB halfway; p99 of placing %d ms, before %d"
            + " ms; %d orders placed meanwhile",
        run.repaired(), took.toMillis() / 1000.0, grownMb, meanwhileMs, healthyMs, placed.size());
    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(run.findings().missing()).isGreaterThanOrEqualTo(ORDERS);
    assertThat(halfway).as("it was looked at").hasPositiveValue();
    assertThat(grownMb).isLessThan(100);
    assertThat(meanwhileMs).isLessThanOrEqualTo(3 * healthyMs + WAIT_MS);
    assertThat(redis.send(Command.ZCARD, redis.key(CANCEL_UNPAID, Part.DUE)).toLong())
        .isEqualTo(shop.count("SELECT count(*) FROM task_cancel_unpaid"));
    assertThat(reconciliations.runHere(true, "test", tally -> {}).findings())
        .isEqualTo(Agreement.NONE);
  }

  private Run reconcile(AtomicLong halfway) {
    return reconciliations.runHere(
        false,
        "test",
        tally -> {
          if (tally.compared() > ORDERS / 2 && halfway.get() == 0) {
            halfway.set(usedAfterCollection());
          }
        });
  }

  /** Places from two threads for as long as that holds; how long each took, ns. */
  private List<Long> placing(BooleanSupplier goOn) {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<List<Long>> one = threads.submit(() -> placeWhile(goOn));
      Future<List<Long>> two = threads.submit(() -> placeWhile(goOn));
      List<Long> all = new ArrayList<>(result(one));
      all.addAll(result(two));
      return all;
    } finally {
      threads.shutdown();
    }
  }

  private List<Long> placeWhile(BooleanSupplier goOn) {
    PlaceOrder order =
        new PlaceOrder("ann", "EUR", List.of(Shop.line("apple", 2, 500)), Duration.ofHours(2));
    List<Long> took = new ArrayList<>();
    while (goOn.getAsBoolean()) {
      long began = System.nanoTime();
      orders.place(order);
      took.add(System.nanoTime() - began);
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
    return took;
  }

  private static long p99Ms(List<Long> nanos) {
    long[] sorted = nanos.stream().mapToLong(n -> n).sorted().toArray();
    return sorted[(int) (sorted.length * 0.99)] / 1_000_000;
  }

  private static Future<Run> inBackground(Callable<Run> work, AtomicBoolean done) {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<Run> running =
        thread.submit(
            () -> {
              try {
                return work.call();
              } finally {
                done.set(true);
              }
            });
    thread.shutdown();
    return running;
  }

  private static <T> T result(Future<T> work) {
    try {
      return work.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static long usedAfterCollection() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Open orders without tiers, due within the next day and not before an hour. */
  private void placeFar() {
    shop.sql(
        "INSERT INTO orders (id, customer_id, status, currency, total_amount, lines, tiers, placed_at,"
            + " expires_at, cancel_at)"
            + " SELECT gen_random_uuid(), 'ann', 'PENDING_PAYMENT', 'EUR', 1000, '[]', '[]', t.placed,"
            + " t.due, t.due FROM (SELECT now() AS placed,"
            + " now() + interval '1 h' + random() * interval '1 day' AS due"
            + " FROM generate_series(1, ?)) t",
        AT_ONCE);
  }
}
