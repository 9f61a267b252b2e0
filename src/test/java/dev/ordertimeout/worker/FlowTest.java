package dev.ordertimeout.worker;

import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.order.CancelReason;
import dev.ordertimeout.payment.Capture;
import dev.ordertimeout.payment.PaymentAnswer;
import dev.ordertimeout.payment.PaymentService;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.TaskId;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The main flows, from placing to the end, one round of the worker at a time. */
@Tag("containers")
@QuarkusTest
class FlowTest {
  @Inject Shop shop;
  @Inject TaskWorker worker;
  @Inject PaymentService payments;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void an_order_that_nobody_pays_is_cancelled_when_its_window_is_over() {
    shop.stock("pear", 10);
    UUID order = shop.order(Shop.line("pear", 3, 100));
    assertThat(shop.stock("pear")).isEqualTo("10/3");
    round();
    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");

    shop.windowOver(order);
    round();

    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    assertThat(shop.read(order).cancelReason).isEqualTo(CancelReason.PAYMENT_TIMEOUT);
    assertThat(shop.stock("pear")).isEqualTo("10/0");
    assertThat(shop.queue(CANCEL_UNPAID).due()).isEmpty();
    assertThat(shop.queue(CANCEL_UNPAID).leased()).isEmpty();
  }

  @Test
  @Tag("case-2")
  void the_late_timer_of_a_paid_order_does_nothing_while_its_tiers_go_on() {
    UUID order = shop.order();
    pay(order);
    shop.later(order, Duration.ofSeconds(31));
    shop.schedule(TaskId.cancelUnpaid(order), 1);

    round();

    assertThat(shop.status(order)).isEqualTo("PAID");
    assertThat(shop.ledger(order)).containsExactly("1 GRANTED", "2 GRANTED");
    assertThat(shop.events(order))
        .containsExactly("PLACED", "PAID", "SUBSIDY_GRANTED", "SUBSIDY_GRANTED");
    assertThat(shop.queue(CANCEL_UNPAID).due()).isEmpty();
    assertThat(shop.queue(SUBSIDY).due()).containsOnlyKeys(order + ":3");
  }

  private void pay(UUID order) {
    var receipt = payments.capture(new Capture("ref-" + order, order, 1000, "EUR"));
    assertThat(receipt.payment().answer).isEqualTo(PaymentAnswer.ACCEPTED);
  }

  private void round() {
    worker.runOnce(() -> false);
  }
}
