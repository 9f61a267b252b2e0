package dev.ordertimeout.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.RedisConsole;
import dev.ordertimeout.support.ServiceProcess;
import dev.ordertimeout.support.ShopClient;
import dev.ordertimeout.support.TestServers;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Redis is of no use while orders are placed and fall due all the time. None is cancelled, and no
 * tier granted, later than 3 s; the log says it once; what is missing after is put back unasked.
 */
@Tag("faults")
class RedisOutageIT {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "order-timeout.min-payment-window", "PT1S",
          "order-timeout.subsidy.tiers[0].after", "PT1S",
          "order-timeout.subsidy.tiers[1].after", "PT2S",
          "order-timeout.subsidy.tiers[2].after", "PT3S");
  private static final String LATEST_MS =
      """
      SELECT coalesce(max(extract(epoch FROM late) * 1000), 0)::bigint FROM (
        SELECT coalesce(cancelled_at, clock_timestamp()) - cancel_at AS late FROM orders
        WHERE customer_id = ?
        UNION ALL
        SELECT coalesce(s.granted_at, o.cancelled_at, clock_timestamp())
            - (o.placed_at + p."afterMs" * interval '1 ms')
        FROM orders o
        CROSS JOIN LATERAL jsonb_to_recordset(o.tiers) AS p (tier int, "afterMs" bigint)
        LEFT JOIN subsidy s ON s.order_id = o.id AND s.tier = p.tier
        WHERE o.customer_id = ?) l
      """;
  private static final String RUNS =
      "SELECT count(*) FROM reconciliation_run WHERE status = 'COMPLETED' AND NOT dry_run";

  private ServiceProcess service;
  private Observer observer;

  private interface Step {
    void run();
  }

  @BeforeEach
  void start() {
    RedisConsole.once("FLUSHALL");
    service = ServiceProcess.start(SETTINGS);
    observer = Observer.connect();
    observer.sql("TRUNCATE orders, subsidy, order_event, task_failure, reconciliation_run");
  }

  @AfterEach
  void stop() {
    service.close();
    observer.close();
  }

  @Test
  void frozen() {
    nobodyIsLateThrough(TestServers::freezeRedis, Duration.ofSeconds(4), TestServers::thawRedis);
  }

  @Test
  void frozen_for_longer_than_a_connection_waits() {
    nobodyIsLateThrough(TestServers::freezeRedis, Duration.ofSeconds(14), TestServers::thawRedis);
  }

  @Test
  void frozen_just_longer_than_a_call_waits() {
    nobodyIsLateThrough(TestServers::freezeRedis, Duration.ofMillis(1_300), TestServers::thawRedis);
  }

  @Test
  void stopped() {
    nobodyIsLateThrough(TestServers::stopRedis, Duration.ofSeconds(10), TestServers::startRedis);
  }

  @Test
  void full() {
    nobodyIsLateThrough(
        () -> RedisConsole.once("CONFIG", "SET", "maxmemory", "1mb"),
        Duration.ofSeconds(6),
        () -> RedisConsole.once("CONFIG", "SET", "maxmemory", "0"));
  }

  @Test
  void read_only() {
    nobodyIsLateThrough(
        () -> RedisConsole.once("REPLICAOF", "127.0.0.1", "1"),
        Duration.ofSeconds(6),
        () -> RedisConsole.once("REPLICAOF", "NO", "ONE"));
  }

  @Test
  void frozen_with_keys_that_hold_something_else() {
    nobodyIsLateThrough(
        () -> {
          overwriteKeys();
          LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
          TestServers.freezeRedis();
        },
        Duration.ofSeconds(4),
        () -> {
          TestServers.thawRedis();
          LockSupport.parkNanos(Duration.ofSeconds(3).toNanos());
          RedisConsole.once("FLUSHALL");
        });
  }

  private static void overwriteKeys() {
    try (RedisConsole console = RedisConsole.open()) {
      console.keys().forEach(key -> console.run("SET", key, "not what was here"));
    }
  }

  private void nobodyIsLateThrough(Step fault, Duration lasting, Step cure) {
    ShopClient shop = ShopClient.of(service.baseUri());
    AtomicBoolean open = new AtomicBoolean(true);
    CompletableFuture<Integer> placed = CompletableFuture.supplyAsync(() -> place(shop, open));
    LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
    long linesBefore = service.output().lines().count();

    fault.run();
    LockSupport.parkNanos(lasting.minusMillis(200).toNanos());
    assertThat(shop.get("/q/health/ready").statusCode()).isEqualTo(200);
    assertThat(shop.get("/api/v1/admin/timeouts").<String>path("mode")).isEqualTo("database");
    LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
    cure.run();

    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> shop.get("/api/v1/admin/timeouts").path("mode").equals("redis"));
    await().atMost(Duration.ofSeconds(30)).until(() -> observer.count(RUNS) > 0);
    open.set(false);
    placed.join();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> observer.count("SELECT count(*) FROM orders WHERE status <> 'CANCELLED'") == 0);
    long latestMs = observer.count(LATEST_MS, shop.customer(), shop.customer());
    System.out.printf("%d orders, latest %d ms%n", placed.join(), latestMs);
    String log = service.output();
    assertThat(log).contains("Redis is out (").contains("Redis answers again");
    assertThat(log).doesNotContain("\tat ");
    assertThat(service.errors()).isEmpty();
    long outages = log.lines().filter(line -> line.contains("Redis is out (")).count();
    assertThat(outages).as(log).isLessThanOrEqualTo(2);
    assertThat(log.lines().count() - linesBefore).as(log).isLessThanOrEqualTo(8 * outages);
    assertThat(latestMs).as(log).isLessThan(3_000);
  }

  /** One after the other; the windows end all over the outage. */
  private static int place(ShopClient shop, AtomicBoolean open) {
    Random random = new Random(4);
    int placed = 0;
    while (open.get()) {
      shop.place("apple", Duration.ofMillis(random.nextInt(2_000, 6_000)).toString());
      placed++;
      LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
    }
    return placed;
  }
}
