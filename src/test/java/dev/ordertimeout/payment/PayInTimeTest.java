package dev.ordertimeout.payment;

import static dev.ordertimeout.support.Shop.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordertimeout.order.CancelReason;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.TaskKind;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every capture is a row; an order is paid once, in time, by the right amount. */
@Tag("containers")
@QuarkusTest
class PayInTimeTest {
  @Inject Shop shop;
  @Inject PaymentService payments;
  @Inject Transactions transactions;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void a_payment_in_time_pays_the_order_and_consumes_its_stock() {
    shop.stock("pear", 10);
    UUID order = shop.order(line("pear", 4, 250));

    Payment payment = capture("r1", order, 1000).payment();

    assertThat(payment.status).isEqualTo(PaymentStatus.ACCEPTED);
    assertThat(shop.status(order)).isEqualTo("PAID");
    assertThat(shop.stock("pear")).isEqualTo("6/0");
    assertThat(shop.events(order)).containsExactly("PLACED", "PAID");
  }

  @Test
  void a_repeat_is_answered_as_the_first_time_and_changes_nothing() {
    UUID order = shop.order();
    Payment first = capture("r1", order, 1000).payment();

    PaymentService.Receipt repeat = capture("r1", order, 1000);

    assertThat(repeat.repeat()).isTrue();
    assertThat(repeat.payment().id).isEqualTo(first.id);
    assertThat(repeat.payment().answer).isEqualTo(PaymentAnswer.ACCEPTED);
    assertThat(statuses()).containsExactly("ACCEPTED");
  }

  @Test
  void the_same_capture_reported_twice_at_once_is_kept_once() {
    UUID order = shop.order();

    List<PaymentService.Receipt> receipts =
        Rivals.atOnce(
            () -> capture("r1", order, 1000),
            () -> capture("r1", order, 1000),
            () -> capture("r1", order, 1000),
            () -> capture("r1", order, 1000));

    assertThat(receipts).extracting(r -> r.payment().answer).containsOnly(PaymentAnswer.ACCEPTED);
    assertThat(receipts).filteredOn(r -> !r.repeat()).hasSize(1);
    assertThat(statuses()).containsExactly("ACCEPTED");
  }

  @Test
  void one_reference_reported_for_two_orders_at_once_pays_one_of_them() {
    UUID one = shop.order();
    UUID two = shop.order();

    List<String> results =
        Rivals.atOnce(() -> answerOrProblem("r1", one), () -> answerOrProblem("r1", two));

    assertThat(results).containsExactlyInAnyOrder("ACCEPTED", "PAYMENT_REFERENCE_REUSED");
    assertThat(List.of(shop.status(one), shop.status(two)))
        .containsExactlyInAnyOrder("PAID", "PENDING_PAYMENT");
    assertThat(statuses()).containsExactly("ACCEPTED");
  }

  @Test
  void a_second_capture_of_a_paid_order_is_due_back() {
    UUID order = shop.order();
    capture("r1", order, 1000);

    assertThat(capture("r2", order, 1000).payment().answer)
        .isEqualTo(PaymentAnswer.ORDER_ALREADY_PAID);
    assertThat(statuses()).containsExactly("ACCEPTED", "REFUND_DUE");
    assertThat(shop.events(order)).containsExactly("PLACED", "PAID", "PAYMENT_REFUSED");
  }

  @Test
  void a_wrong_amount_or_currency_is_due_back_and_the_order_stays_open() {
    UUID order = shop.order();

    assertThat(capture("r1", order, 999).payment().answer)
        .isEqualTo(PaymentAnswer.PAYMENT_AMOUNT_MISMATCH);
    assertThat(payments.capture(new Capture("r2", order, 1000, "USD")).payment().answer)
        .isEqualTo(PaymentAnswer.PAYMENT_AMOUNT_MISMATCH);

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    assertThat(statuses()).containsExactly("REFUND_DUE", "REFUND_DUE");
  }

  @Test
  void a_capture_for_an_unknown_order_is_kept_as_unmatched() {
    assertThat(capture("r1", UUID.randomUUID(), 1000).payment().answer)
        .isEqualTo(PaymentAnswer.ORDER_NOT_FOUND);
    assertThat(statuses()).containsExactly("UNMATCHED");
  }

  @Test
  void a_payment_after_the_deadline_cancels_the_order_on_the_spot_and_is_due_back() {
    shop.stock("pear", 10);
    UUID order = shop.order(line("pear", 4, 250));
    shop.shiftRow(order, Shop.WINDOW);

    Payment late = capture("r1", order, 1000).payment();

    assertThat(late.answer).isEqualTo(PaymentAnswer.ORDER_EXPIRED);
    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    assertThat(shop.read(order).cancelReason).isEqualTo(CancelReason.PAYMENT_TIMEOUT);
    assertThat(shop.stock("pear")).isEqualTo("10/0");
    assertThat(statuses()).containsExactly("REFUND_DUE");
    assertThat(capture("r2", order, 1000).payment().answer)
        .isEqualTo(PaymentAnswer.ORDER_CANCELLED);
  }

  @Test
  void while_cancelling_is_paused_a_late_payment_is_refused_and_the_order_stays() {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW);
    shop.sql("INSERT INTO task_pause (kind) VALUES (?)", TaskKind.CANCEL_UNPAID.name());

    assertThat(capture("r1", order, 1000).payment().answer).isEqualTo(PaymentAnswer.ORDER_EXPIRED);

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    assertThat(statuses()).containsExactly("REFUND_DUE");
  }

  @Test
  void a_payment_that_waits_for_the_rows_lock_past_the_deadline_is_refused() throws Exception {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW.minus(Duration.ofMillis(700)));
    CountDownLatch locked = new CountDownLatch(1);

    List<String> results =
        Rivals.atOnce(
            () ->
                transactions.call(
                    connection -> {
                      try (var lock =
                          connection.prepareStatement(
                              "UPDATE orders SET customer_id = 'bob' WHERE id = ?")) {
                        lock.setObject(1, order);
                        lock.execute();
                        locked.countDown();
                        connection.createStatement().execute("SELECT pg_sleep(1.2)");
                        return "held";
                      }
                    }),
            () -> {
              locked.await();
              assertThat(
                      shop.one(
                          "SELECT clock_timestamp() < expires_at FROM orders WHERE id = ?", order))
                  .as("the payment begins in time")
                  .isEqualTo("t");
              return capture("r1", order, 1000).payment().answer.name();
            });

    assertThat(results).containsExactly("held", "ORDER_EXPIRED");
    assertThat(shop.status(order)).isEqualTo("CANCELLED");
  }

  @Test
  void a_payment_that_waits_while_the_deadline_is_moved_counts_by_the_new_one() throws Exception {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW.minus(Duration.ofMillis(400)));
    CountDownLatch locked = new CountDownLatch(1);

    List<String> results =
        Rivals.atOnce(
            () ->
                transactions.call(
                    connection -> {
                      try (var move = connection.createStatement()) {
                        move.execute(
                            "UPDATE orders SET expires_at = expires_at + interval '1 min',"
                                + " cancel_at = cancel_at + interval '1 min'");
                        locked.countDown();
                        move.execute("SELECT pg_sleep(0.8)");
                        return "moved";
                      }
                    }),
            () -> {
              locked.await();
              return capture("r1", order, 1000).payment().answer.name();
            });

    assertThat(results).containsExactly("moved", "ACCEPTED");
    assertThat(shop.status(order)).isEqualTo("PAID");
  }

  private String answerOrProblem(String reference, UUID order) {
    try {
      return capture(reference, order, 1000).payment().answer.name();
    } catch (ProblemException e) {
      return e.code().name();
    }
  }

  private PaymentService.Receipt capture(String reference, UUID order, long amount) {
    return payments.capture(new Capture(reference, order, amount, "EUR"));
  }

  private List<String> statuses() {
    return shop.column("SELECT status FROM payment ORDER BY reference");
  }

  @Test
  void another_capture_under_a_known_reference_is_refused() {
    UUID order = shop.order();
    capture("r1", order, 1000);

    assertThatThrownBy(() -> capture("r1", order, 2000))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("r1");
    assertThat(statuses()).containsExactly("ACCEPTED");
  }
}
