package dev.ordertimeout.order;

import static dev.ordertimeout.order.OrderStatus.CANCELLED;
import static dev.ordertimeout.order.OrderStatus.PAID;
import static dev.ordertimeout.order.OrderStatus.PENDING_PAYMENT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The life cycle of an order, status by status. */
class OrderStatusTest {

  @Test
  void an_order_that_waits_for_payment_may_be_paid_or_cancelled() {
    assertThat(PENDING_PAYMENT.next()).containsExactlyInAnyOrder(PAID, CANCELLED);
    assertThat(PENDING_PAYMENT.closed()).isFalse();
  }

  @Test
  void a_paid_order_stays_paid() {
    assertThat(PAID.next()).isEmpty();
    assertThat(PAID.closed()).isTrue();
  }

  @Test
  void a_cancelled_order_stays_cancelled() {
    assertThat(CANCELLED.next()).isEmpty();
    assertThat(CANCELLED.closed()).isTrue();
  }
}
