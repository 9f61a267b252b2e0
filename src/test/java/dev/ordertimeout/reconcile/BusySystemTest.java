package dev.ordertimeout.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.order.CancelReason;
import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.order.PlaceOrder;
import dev.ordertimeout.payment.Capture;
import dev.ordertimeout.payment.PaymentService;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.TaskKind;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is on its way between the two is no difference. */
@QuarkusTest
class BusySystemTest {
  private static final Duration BUSY = Duration.ofSeconds(8);

  @Inject ReconciliationService reconciliations;
  @Inject Shop shop;
  @Inject OrderService orders;
  @Inject PaymentService payments;
  @Inject TaskWorker worker;
  @Inject TimerRelay relay;

  private final AtomicBoolean closing = new AtomicBoolean();
  private final AtomicInteger placed = new AtomicInteger();

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void orders_that_are_placed_paid_extended_and_expire_meanwhile_show_nothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> busy = new ArrayList<>();
    busy.add(threads.submit(() -> whileOpen(this::liveThroughOne)));
    busy.add(threads.submit(() -> whileOpen(this::liveThroughOne)));
    busy.add(threads.submit(() -> whileOpen(() -> worker.runOnce(closing::get))));
    List<Findings> found = new ArrayList<>();
    int scanned = 0;

    long end = System.nanoTime() + BUSY.toNanos();
    try {
      while (System.nanoTime() < end) {
        Run run = reconciliations.runHere(found.size() % 2 == 0, "test", tally -> {});
        scanned += (int) run.scannedOrders();
        found.add(run.findings());
      }
    } finally {
      closing.set(true);
      threads.shutdown();
    }

    for (Future<?> work : busy) {
      work.get();
    }
    assertThat(found).containsOnly(new Findings(0, 0, 0, 0, 0));
    assertThat(placed).hasValueGreaterThan(20);
    assertThat(scanned).isGreaterThan(20);
    assertThat(shop.count("SELECT count(*) FROM orders WHERE cancel_reason = 'PAYMENT_TIMEOUT'"))
        .as("some expired meanwhile")
        .isPositive();
    relay.runOnce();
    assertThat(shop.count("SELECT count(*) FROM subsidy")).as("some tiers granted").isPositive();
    assertThat(shop.queue(TaskKind.CANCEL_UNPAID).due().keySet())
        .containsExactlyInAnyOrderElementsOf(
            shop.column("SELECT order_id FROM task_cancel_unpaid"));
  }

  private void liveThroughOne() {
    int kind = placed.incrementAndGet() % 6;
    UUID order = place(kind == 5 ? Duration.ofSeconds(1) : Shop.WINDOW);
    switch (kind) {
      case 0 -> payments.capture(new Capture("ref-" + order, order, 1_000, "EUR"));
      case 1 ->
          orders.moveDeadline(order, shop.read(order).expiresAt.plusSeconds(60), connection -> {});
      case 2 -> orders.cancel(order, CancelReason.CUSTOMER, connection -> {});
      case 3 -> tierIsDue(order);
      default -> {}
    }
  }

  private void tierIsDue(UUID order) {
    relay.runOnce();
    shop.later(order, Duration.ofSeconds(11));
  }

  private UUID place(Duration window) {
    return orders.place(new PlaceOrder("ann", "EUR", List.of(Shop.line("apple", 2, 500)), window))
        .id;
  }

  private void whileOpen(Runnable work) {
    while (!closing.get()) {
      work.run();
    }
  }
}
