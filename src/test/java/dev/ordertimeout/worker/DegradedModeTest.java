package dev.ordertimeout.worker;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.order.CancelReason;
import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.platform.health.DegradedMode;
import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.support.RedisConsole;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.support.TestServers;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Redis is there and of no use, or is not there: what the service does meanwhile, and after. */
@QuarkusTest
class DegradedModeTest {
  private static final Duration TICK = Duration.ofMillis(700);

  @Inject Shop shop;
  @Inject Sweep sweep;
  @Inject TaskWorker worker;
  @Inject TimerRelay relay;
  @Inject TaskQueue queue;
  @Inject OrderService orders;
  @Inject QueueFixture queueFixture;
  @Inject QueueHealth health;
  @Inject DegradedMode degraded;
  @Inject MeterRegistry meters;
  @Inject Recoveries recoveries;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @AfterEach
  void heal() {
    redis("CONFIG", "SET", "maxmemory", "0");
    redis("REPLICAOF", "NO", "ONE");
    queueFixture.awaitUse();
  }

  @Test
  void a_full_redis_is_out_once_whoever_reads_from_it_in_between() {
    isOutOnce(
        List.of("CONFIG", "SET", "maxmemory", "1"), List.of("CONFIG", "SET", "maxmemory", "0"));
  }

  @Test
  void a_redis_that_became_a_replica_is_out_once_whoever_reads_from_it_in_between() {
    isOutOnce(List.of("REPLICAOF", "127.0.0.1", "1"), List.of("REPLICAOF", "NO", "ONE"));
  }

  /** For several ticks of the sweep, with worker, relay and an operator at it as well. */
  private void isOutOnce(List<String> fault, List<String> cure) {
    int recovered = recoveries.count();
    try (QueueLog log = new QueueLog()) {
      redis(fault);
      shop.order();

      for (int tick = 0; tick < 6; tick++) {
        UUID order = shop.order();
        shop.shiftRow(order, Shop.WINDOW);
        attempt(() -> worker.runOnce(() -> false));
        sweep.runOnce(() -> false);
        assertThat(shop.status(order)).isEqualTo("CANCELLED");
        assertThat(API.get("/admin/timeouts").is(200).get("mode").textValue())
            .isEqualTo("database");
        assertThat(meters.get("order_timeout_degraded").gauge().value()).isEqualTo(1);
        assertThat(degraded.reason()).hasValueSatisfying(why -> assertThat(why).contains("Redis"));
        LockSupport.parkNanos(TICK.toNanos());
      }
      assertThat(log.lines()).singleElement().asString().startsWith("WARN Redis is out (");

      redis(cure);
      queueFixture.awaitUse();
      worker.runOnce(() -> false);
      sweep.runOnce(() -> false);
      assertThat(API.get("/admin/timeouts").is(200).get("mode").textValue()).isEqualTo("redis");
      assertThat(degraded.reason()).isEmpty();
      assertThat(log.lines()).hasSize(2).last().asString().startsWith("INFO Redis answers again");
      await().until(() -> recoveries.count() == recovered + 1);
    }
  }

  @Test
  void what_ends_while_redis_is_full_leaves_it_and_so_makes_it_usable_again() {
    UUID paid = shop.order();
    UUID cancelled = shop.order();
    placeDueOrders(5_000);
    redis("CONFIG", "SET", "maxmemory", Long.toString(usedMemory() - 100_000));
    shop.order();
    assertThat(health.isOut()).isTrue();

    API.post(
            "/orders/" + paid + "/payments",
            "{\"reference\": \"r-1\", \"amount\": 1000, \"currency\": \"EUR\"}")
        .is(201);
    orders.cancel(cancelled, CancelReason.CUSTOMER, connection -> {});
    relay.runOnce();
    assertThat(shop.queue(CANCEL_UNPAID).due())
        .doesNotContainKeys(paid.toString(), cancelled.toString());
    assertThat(shop.queue(SUBSIDY).due().keySet())
        .noneMatch(member -> member.startsWith(cancelled.toString()));

    while (shop.count("SELECT count(*) FROM orders WHERE lines = '[]' AND status <> 'CANCELLED'")
        > 0) {
      sweep.runOnce(() -> false);
    }

    queueFixture.awaitUse();
    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(state());
    UUID next = shop.order();
    assertThat(shop.queue(CANCEL_UNPAID).due()).containsOnlyKeys(next.toString());
  }

  @Test
  void what_a_claim_leased_whose_answer_was_lost_is_taken_by_the_sweep() {
    UUID order = shop.order();
    worker.runOnce(() -> false);
    shop.windowOver(order);
    TestServers.freezeRedis();
    try {
      assertThatThrownBy(() -> worker.runOnce(() -> false))
          .isInstanceOf(QueueUnavailableException.class);
    } finally {
      TestServers.thawRedis();
    }
    queueFixture.awaitUse();
    await().until(() -> shop.queue(CANCEL_UNPAID).leased().containsKey(order.toString()));

    sweep.runOnce(() -> false);

    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(state());
  }

  @Test
  void a_frozen_redis_costs_one_caller_one_wait_and_all_after_it_nothing() {
    everybodysTurn();
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW);
    TestServers.freezeRedis();
    try {
      assertThat(took(() -> attempt(() -> worker.runOnce(() -> false))))
          .isGreaterThan(Duration.ofMillis(900));
      // The quickest of some, since it is not the machine that is judged.
      assertThat(Stream.generate(() -> took(this::everybodysTurn)).limit(5).min(naturalOrder()))
          .hasValueSatisfying(took -> assertThat(took).isLessThan(Duration.ofMillis(900)));
      assertThat(shop.status(order)).isEqualTo("CANCELLED");
    } finally {
      TestServers.thawRedis();
    }
  }

  private void everybodysTurn() {
    attempt(() -> worker.runOnce(() -> false));
    sweep.runOnce(() -> false);
    shop.order();
    API.get("/admin/timeouts").is(200);
  }

  @Test
  @Tag("case-4")
  void
      redis_that_is_killed_and_comes_back_five_times_loses_no_order_and_is_told_of_once_a_change() {
    List<UUID> all = new ArrayList<>();
    try (QueueLog log = new QueueLog()) {
      for (int outage = 1; outage <= 5; outage++) {
        all.addAll(shop.orders(20));
        TestServers.stopRedis();
        try {
          for (int i = 0; i < 20; i++) {
            all.add(shop.order());
            attempt(() -> worker.runOnce(() -> false));
            sweep.runOnce(() -> false);
          }
        } finally {
          TestServers.startRedis();
        }
        queueFixture.awaitUse();
        assertThat(log.lines()).hasSize(2 * outage);
      }
      assertThat(log.lines())
          .allMatch(line -> line.matches("WARN Redis is out.*|INFO Redis answers.*"));
    }
    assertThat(connections()).isLessThanOrEqualTo(10);

    all.forEach(order -> shop.shiftRow(order, Shop.WINDOW));
    shop.sql("UPDATE orders SET next_subsidy_at = NULL");
    while (sweep.runOnce(() -> false).rescued() > 0) {}
    assertThat(all).allSatisfy(order -> assertThat(shop.status(order)).isEqualTo("CANCELLED"));
  }

  private void placeDueOrders(int count) {
    shop.sql(
        "INSERT INTO orders (id, customer_id, status, currency, total_amount, lines, tiers,"
            + " placed_at, expires_at, cancel_at)"
            + " SELECT gen_random_uuid(), 'ann', 'PENDING_PAYMENT', 'EUR', 1000, '[]', '[]',"
            + " now() - interval '31 min', now() - interval '1 s', now() - interval '1 s'"
            + " FROM generate_series(1, ?)",
        count);
    long dueAtMs =
        shop.count("SELECT extract(epoch FROM min(cancel_at))::bigint * 1000 FROM orders");
    queue.schedule(
        shop.column("SELECT id FROM orders WHERE lines = '[]'").stream()
            .map(id -> new Task(TaskId.cancelUnpaid(UUID.fromString(id)), dueAtMs))
            .toList());
  }

  private static Duration took(Runnable work) {
    long began = System.nanoTime();
    work.run();
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private static void attempt(Runnable work) {
    try {
      work.run();
    } catch (QueueUnavailableException e) {
      // As the loop does.
    }
  }

  private static long usedMemory() {
    return Stream.of(String.valueOf(redis("INFO", "memory")).split("\r\n"))
        .filter(line -> line.startsWith("used_memory:"))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
        .findFirst()
        .orElseThrow();
  }

  private static long connections() {
    return String.valueOf(redis("CLIENT", "LIST")).lines().count();
  }

  private static Object redis(List<String> command) {
    return redis(command.toArray(String[]::new));
  }

  private static Object redis(String... command) {
    return RedisConsole.once(command);
  }
}
