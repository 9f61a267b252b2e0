package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.RedisConsole;
import dev.ordertimeout.support.ServiceProcess;
import dev.ordertimeout.support.ShopClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Very many orders that are due at once. */
@Tag("faults")
class BacklogIT {
  /** Orders written as placing writes them; nobody told the queue. */
  private static final String PLACE =
      """
      WITH placed AS (
        INSERT INTO orders (id, customer_id, status, currency, total_amount, lines, tiers,
                            placed_at, expires_at, cancel_at)
        SELECT gen_random_uuid(), ?, 'PENDING_PAYMENT', 'EUR', 1000,
               '[{"sku": "untracked", "quantity": 1, "unitAmount": 1000, "reserved": false}]', '[]',
               now(), at, at
        FROM generate_series(1, ?) i, LATERAL (SELECT date_trunc('milliseconds', now() + ? * interval '1 s')) d (at)
        RETURNING id, placed_at, expires_at),
      logged AS (
        INSERT INTO order_event (order_id, type, at, source, data)
        SELECT id, 'PLACED', placed_at, 'REQUEST',
               jsonb_build_object('cancelAtMs', (extract(epoch FROM expires_at) * 1000)::bigint)
        FROM placed)
      SELECT count(*) FROM placed
      """;

  private static final String OPEN =
      "SELECT count(*) FROM orders WHERE status = 'PENDING_PAYMENT' AND customer_id = ?";

  private final String customer = "backlog-" + UUID.randomUUID();

  /** Millions of rows are no good company for the tests that follow. */
  @AfterEach
  void clear() {
    try (Observer observer = Observer.connect()) {
      observer.sql("TRUNCATE orders, order_event, subsidy, payment, faults.told");
      observer.sql("DELETE FROM stock; DELETE FROM faults.stock");
    }
    RedisConsole.once("FLUSHALL");
  }

  @Test
  @Tag("case-1")
  void a_hundred_thousand_due_in_one_ms_while_ten_thousand_others_are_cancelled_by_hand() {
    try (Deployment deployment = Deployment.of(2);
        Observer observer = deployment.observe()) {
      ShopLoad.prepare(deployment);
      String others = customer + "-cancelled";
      observer.count(PLACE, others, 10_000, 600);
      observer.count(PLACE, customer, 100_000, 25);
      Repair.reconcile(deployment, false);
      RedisConsole.once("CONFIG", "SET", "slowlog-log-slower-than", "20000");
      RedisConsole.once("SLOWLOG", "RESET");
      List<String> byHand = observer.column("SELECT id FROM orders WHERE customer_id = ?", others);
      awaitDue(observer);
      ShopLoad load = ShopLoad.start(deployment, 40, 1);

      long from = System.nanoTime();
      Caller caller = new Caller(deployment::next, load.troubles());
      CompletableFuture<Void> cancelling = CompletableFuture.runAsync(() -> cancel(caller, byHand));
      while (observer.count(OPEN, customer) > 0) {
        Trial.pause(Duration.ofMillis(50));
      }
      long drainedMs = Duration.ofNanos(System.nanoTime() - from).toMillis();
      Latencies placing = load.latencies();
      cancelling.join();
      load.stop(observer);
      Rest.await(deployment, observer);

      Object slow = RedisConsole.once("SLOWLOG", "LEN");
      List<String> violations = Invariants.violations(observer);
      FaultReport.line(
          "100 000 due in one ms, 10 000 cancelled by hand",
          1,
          110_000 + load.placed(),
          violations,
          List.of(drainedMs),
          "placing p50 / max %s; %s commands over 20 ms".formatted(placing, slow));
      assertThat(violations).isEmpty();
      assertThat(observer.count(OPEN, others)).isZero();
      assertThat(slow).isEqualTo(0L);
      assertThat(load.troubles().faults()).isEmpty();
      assertThat(placing.ms(0.99)).isLessThanOrEqualTo(2_000);
    }
  }

  @Test
  @Tag("case-9")
  void two_million_due_and_kill_9_halfway_lose_nothing_and_memory_stays_bounded()
      throws IOException {
    int backlog = 2_000_000;
    try (Deployment deployment = Deployment.of(1);
        Observer observer = deployment.observe()) {
      ShopLoad.prepare(deployment);
      ShopClient operator = ShopClient.of(deployment.next());
      operator.post("/api/v1/admin/timeouts/CANCEL_UNPAID/pause", java.util.Map.of());
      observer.count(PLACE, customer, backlog, -60);
      Repair.reconcile(deployment, false);
      assertThat(due()).isGreaterThanOrEqualTo(backlog);
      operator.post("/api/v1/admin/timeouts/CANCEL_UNPAID/resume", java.util.Map.of());

      long from = System.nanoTime();
      while (observer.count("SELECT count(*) FROM order_event WHERE type = 'CANCELLED'")
          < backlog / 2) {
        Trial.pause(Duration.ofMillis(200));
      }
      deployment.kill9(deployment.processes().get(0));
      ServiceProcess second = deployment.add();
      while (observer.count(OPEN, customer) > 0) {
        Trial.pause(Duration.ofMillis(200));
      }
      long drainedMs = Duration.ofNanos(System.nanoTime() - from).toMillis();

      long peakMb = peakMb(second);
      List<String> violations = Invariants.violations(observer);
      FaultReport.line(
          "2 000 000 due, killed halfway",
          1,
          backlog,
          violations,
          List.of(drainedMs),
          "most memory of the second worker " + peakMb + " MB");
      assertThat(violations).isEmpty();
      assertThat(peakMb).isLessThan(700);
    }
  }

  private static void cancel(Caller caller, List<String> orders) {
    for (int i = 0; i < orders.size(); i += 50) {
      CompletableFuture<?>[] some =
          orders.subList(i, Math.min(i + 50, orders.size())).stream()
              .map(id -> caller.post("/api/v1/orders/" + id + "/cancel", Caller.body(), id))
              .toArray(CompletableFuture[]::new);
      CompletableFuture.allOf(some).join();
    }
  }

  private void awaitDue(Observer observer) {
    while (observer.count(
            "SELECT count(*) FROM orders WHERE customer_id = ? AND cancel_at > clock_timestamp()",
            customer)
        > 0) {
      Trial.pause(Duration.ofMillis(20));
    }
  }

  private static long due() {
    return (Long) RedisConsole.once("ZCARD", "{ot:0}:CANCEL_UNPAID:due");
  }

  private static long peakMb(ServiceProcess service) throws IOException {
    try (Stream<String> status = Files.lines(Path.of("/proc/" + service.pid() + "/status"))) {
      return status
              .filter(line -> line.startsWith("VmHWM:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .findFirst()
              .orElseThrow()
          / 1024;
    }
  }
}
