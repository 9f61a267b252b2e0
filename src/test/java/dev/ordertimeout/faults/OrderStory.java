package dev.ordertimeout.faults;

import static dev.ordertimeout.faults.Caller.body;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** What one customer, who is no other order's, does to one order; all by chance of its own seed. */
final class OrderStory {
  static final int SKUS = 60;
  static final int AMOUNT = 1000;

  private final Caller caller;
  private final Told told;
  private final String name;
  private final Random chance;
  private final int windowS;

  OrderStory(Caller caller, Told told, String name, long seed) {
    this.caller = caller;
    this.told = told;
    this.name = name;
    chance = new Random(seed);
    windowS = 1 + chance.nextInt(4);
  }

  /** Places the order; done when that is answered. */
  CompletableFuture<Caller.Answer> place() {
    List<?> lines =
        List.of(
            body("sku", sku(), "quantity", 1, "unitAmount", 400),
            body("sku", "untracked", "quantity", 2, "unitAmount", 300));
    return caller
        .post(
            "/api/v1/orders",
            body(
                "customerId",
                name,
                "currency",
                "EUR",
                "lines",
                lines,
                "expiresIn",
                "PT" + windowS + "S"),
            name)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null && answer.status() == 201) {
                told.add("PLACED", answer.body().get("id").textValue(), null);
              }
            });
  }

  /** What follows; done when all of it is answered. */
  CompletableFuture<Void> goOn(Caller.Answer placed) {
    if (placed.status() != 201) {
      return CompletableFuture.completedFuture(null);
    }
    String id = placed.body().get("id").textValue();
    Instant expiresAt = Instant.parse(placed.body().get("expiresAt").textValue());
    CompletableFuture<?> end =
        switch (chance.nextInt(20)) {
          case 0, 1, 2, 3, 4 -> pay(id, "a", AMOUNT, within(windowS * 1000 - 200));
          case 5, 6 -> pay(id, "a", AMOUNT, msUntil(expiresAt) - 3 + chance.nextInt(6));
          case 7 -> pay(id, "a", AMOUNT, msUntil(expiresAt) + within(1500));
          case 8 -> twice(id);
          case 9 -> pay(id, "a", AMOUNT + 1, within(1000));
          case 10, 11 -> cancel(id, within(windowS * 1000));
          case 12 -> cancel(id, msUntil(expiresAt) - 3 + chance.nextInt(6));
          default -> CompletableFuture.completedFuture(null);
        };
    CompletableFuture<?> hall =
        chance.nextInt(4) == 0
            ? CompletableFuture.allOf(grabs(id))
            : CompletableFuture.completedFuture(null);
    return CompletableFuture.allOf(end, hall);
  }

  private CompletableFuture<?> twice(String id) {
    long at = within(1000);
    return CompletableFuture.allOf(pay(id, "a", AMOUNT, at), pay(id, "b", AMOUNT, at));
  }

  private CompletableFuture<?>[] grabs(String id) {
    long at = within(4000);
    return IntStream.rangeClosed(0, chance.nextInt(3))
        .mapToObj(courier -> grab(id, "courier-" + courier, at))
        .toArray(CompletableFuture[]::new);
  }

  private CompletableFuture<?> pay(String id, String which, int amount, long afterMs) {
    String reference = name + "-" + which;
    return after(afterMs)
        .thenCompose(
            now ->
                caller.post(
                    "/api/v1/orders/" + id + "/payments",
                    body("reference", reference, "amount", amount, "currency", "EUR"),
                    reference))
        .thenAccept(
            answer ->
                told.add(
                    answer.status() == 201 || answer.status() == 200 ? "PAID" : "REFUSED",
                    id,
                    reference));
  }

  private CompletableFuture<?> cancel(String id, long afterMs) {
    return after(afterMs)
        .thenCompose(
            now -> caller.post("/api/v1/orders/" + id + "/cancel", body(), name + "-cancel"))
        .thenAccept(
            answer -> {
              if (answer.status() == 200) {
                told.add("CANCELLED", id, null);
              }
            });
  }

  private CompletableFuture<?> grab(String id, String courier, long afterMs) {
    return after(afterMs)
        .thenCompose(
            now ->
                caller.post(
                    "/api/v1/orders/" + id + "/grab", body("courierId", courier), name + courier))
        .thenAccept(
            answer -> {
              if (answer.status() == 200) {
                told.add("GRABBED", id, courier);
              }
            });
  }

  private long within(int ms) {
    return chance.nextInt(ms);
  }

  private static long msUntil(Instant time) {
    return Duration.between(Instant.now(), time).toMillis();
  }

  private static CompletableFuture<Void> after(long ms) {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(Math.max(0, ms), TimeUnit.MILLISECONDS));
  }

  private String sku() {
    return "fault-" + chance.nextInt(SKUS);
  }
}
