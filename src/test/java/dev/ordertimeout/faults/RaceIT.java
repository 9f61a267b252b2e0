package dev.ordertimeout.faults;

import static dev.ordertimeout.faults.Caller.body;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.ShopClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Payment, customer, courier, worker, sweep and reconciliation meet at the deadline of every order,
 * within a millisecond or so.
 */
@Tag("faults")
class RaceIT {
  private static final int ORDERS = 5_000;
  private static final int PER_SECOND = 150;

  private final Random chance = FaultSeed.of("race");
  private final Troubles troubles = new Troubles();
  private final Told told = new Told();
  private final List<CompletableFuture<?>> moves = new ArrayList<>();

  @Test
  @Tag("case-18")
  @Tag("case-30")
  void at_the_deadline_of_5000_orders_one_wins_and_all_agree()
      throws InterruptedException, ExecutionException, TimeoutException {
    // No grace: the sweep takes what is due in the very second in which the worker does.
    try (Deployment deployment =
            Deployment.of(
                2,
                Map.of(
                    "order-timeout.sweep.grace", "PT0.1S", "order-timeout.sweep.every", "PT0.2S"));
        Observer observer = deployment.observe()) {
      ShopLoad.prepare(deployment);
      Caller caller = new Caller(deployment::next, troubles);
      AtomicBoolean racing = new AtomicBoolean(true);
      CompletableFuture<Void> reconciling =
          CompletableFuture.runAsync(() -> reconcileAllAlong(deployment, racing));

      long next = System.nanoTime();
      for (int i = 0; i < ORDERS; i++) {
        moves.add(
            race(caller, "race-" + FaultSeed.VALUE + "-" + ThreadLocalRandom.current().nextLong()));
        next += 1_000_000_000L / PER_SECOND;
        LockSupport.parkNanos(next - System.nanoTime());
      }
      CompletableFuture.allOf(moves.toArray(CompletableFuture[]::new)).get(90, TimeUnit.SECONDS);
      racing.set(false);
      reconciling.get(30, TimeUnit.SECONDS);
      told.write(observer);
      Rest.await(deployment, observer);

      List<String> violations = Invariants.violations(observer);
      String outcomes =
          String.join(
              ", ",
              observer.column(
                  "SELECT count(*) || ' ' || status || coalesce(' ' || cancel_reason, '') FROM orders"
                      + " WHERE customer_id LIKE 'race-%' GROUP BY status, cancel_reason ORDER BY 1 DESC"));
      FaultReport.line("race at the deadline", ORDERS, ORDERS, violations, List.of(), outcomes);
      assertThat(violations).isEmpty();
      assertThat(troubles.faults()).isEmpty();
      assertThat(outcomes).contains("PAID").contains("PAYMENT_TIMEOUT");
      Repair.isCompleteAfterOneReconciliation(deployment);
    }
  }

  private CompletableFuture<?> race(Caller caller, String name) {
    return caller
        .post(
            "/api/v1/orders",
            body(
                "customerId",
                name,
                "currency",
                "EUR",
                "expiresIn",
                "PT2S",
                "lines",
                List.of(body("sku", "fault-0", "quantity", 1, "unitAmount", 1000))),
            name)
        .thenCompose(
            placed -> {
              String id = placed.body().get("id").textValue();
              told.add("PLACED", id, null);
              Instant deadline = Instant.parse(placed.body().get("expiresAt").textValue());
              return CompletableFuture.allOf(
                  at(deadline).thenCompose(now -> pay(caller, id, name)),
                  chance.nextBoolean()
                      ? at(deadline).thenCompose(now -> cancel(caller, id, name))
                      : CompletableFuture.completedFuture(null),
                  at(deadline).thenCompose(now -> grab(caller, id, name, "ann")),
                  at(deadline).thenCompose(now -> grab(caller, id, name, "bob")));
            });
  }

  /** Requests need a few ms to get to the row: some are sent that much before. */
  private CompletableFuture<Void> at(Instant deadline) {
    long us =
        Duration.between(Instant.now(), deadline).toNanos() / 1_000 - 6_000 + chance.nextInt(8_000);
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(Math.max(0, us), TimeUnit.MICROSECONDS));
  }

  private CompletableFuture<?> pay(Caller caller, String id, String name) {
    return caller
        .post(
            "/api/v1/orders/" + id + "/payments",
            body("reference", name, "amount", 1000, "currency", "EUR"),
            name)
        .thenAccept(answer -> told.add(answer.status() == 201 ? "PAID" : "REFUSED", id, name));
  }

  private CompletableFuture<?> cancel(Caller caller, String id, String name) {
    return caller
        .post("/api/v1/orders/" + id + "/cancel", body(), name + "-cancel")
        .thenAccept(
            answer -> {
              if (answer.status() == 200) {
                told.add("CANCELLED", id, null);
              }
            });
  }

  private CompletableFuture<?> grab(Caller caller, String id, String name, String courier) {
    return caller
        .post("/api/v1/orders/" + id + "/grab", body("courierId", courier), name + courier)
        .thenAccept(
            answer -> {
              if (answer.status() == 200) {
                told.add("GRABBED", id, courier);
              }
            });
  }

  private static void reconcileAllAlong(Deployment deployment, AtomicBoolean racing) {
    ShopClient operator = ShopClient.of(deployment.next());
    while (racing.get()) {
      operator.post("/api/v1/admin/reconciliations", Map.of("dryRun", false));
      Trial.pause(Duration.ofMillis(200));
    }
  }
}
