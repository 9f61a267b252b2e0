package dev.ordertimeout.payment;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.json;
import static dev.ordertimeout.support.Shop.line;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.worker.TaskWorker;
import dev.ordertimeout.worker.TimerRelay;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every way in which a reported capture can be answered; in each it is kept and shown. */
@QuarkusTest
class PaymentsApiTest {
  @Inject Shop shop;
  @Inject TimerRelay relay;
  @Inject TaskWorker worker;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  @Tag("case-2")
  void a_capture_in_time_pays_the_order_and_ends_its_cancel_but_not_its_tiers() {
    shop.stock("pear", 10);
    UUID order = shop.order(line("pear", 2, 500));

    JsonNode payment = pay(order, "r-1", 1000, "EUR").is(201);
    relay.runOnce();

    assertThat(payment).isEqualTo(payment(payment, order, "r-1", 1000, "EUR", "ACCEPTED"));
    JsonNode paid = API.get("/orders/" + order).is(200);
    assertThat(paid.get("status").textValue()).isEqualTo("PAID");
    assertThat(paid.get("paidAt").isNull()).isFalse();
    assertThat(paid.at("/hall/status").textValue()).isEqualTo("OPEN");
    assertThat(shop.stock("pear")).as("consumed").isEqualTo("8/0");
    assertThat(shop.queue(CANCEL_UNPAID).due()).isEmpty();
    assertThat(shop.queue(SUBSIDY).due()).hasSize(3);
  }

  @Test
  void a_repeat_is_answered_with_200_and_the_same_payment_and_consumes_nothing() {
    shop.stock("pear", 10);
    UUID order = shop.order(line("pear", 2, 500));
    JsonNode first = pay(order, "r-1", 1000, "EUR").is(201);

    assertThat(pay(order, "r-1", 1000, "EUR").is(200)).isEqualTo(first);

    assertThat(shop.stock("pear")).isEqualTo("8/0");
    assertThat(rows()).containsExactly("r-1 ACCEPTED");
    assertThat(shop.events(order)).containsExactly("PLACED", "PAID");
  }

  @Test
  void the_same_capture_reported_twice_at_once_pays_once() {
    UUID order = shop.order();

    List<Integer> statuses =
        Rivals.atOnce(
            () -> pay(order, "r-1", 1000, "EUR").response().statusCode(),
            () -> pay(order, "r-1", 1000, "EUR").response().statusCode());

    assertThat(statuses).containsExactlyInAnyOrder(201, 200);
    assertThat(rows()).containsExactly("r-1 ACCEPTED");
  }

  @Test
  void a_second_capture_for_a_paid_order_is_due_back() {
    UUID order = shop.order();
    pay(order, "r-1", 1000, "EUR").is(201);

    refusedAndRepeated(order, "r-2", 1000, "EUR", 409, "order-already-paid");

    assertThat(rows()).containsExactly("r-1 ACCEPTED", "r-2 REFUND_DUE");
    assertThat(shop.events(order)).containsExactly("PLACED", "PAID", "PAYMENT_REFUSED");
  }

  @Test
  void a_capture_after_the_deadline_is_due_back_and_cancels_the_order_on_the_spot() {
    shop.stock("pear", 10);
    UUID order = shop.order(line("pear", 2, 500));
    shop.shiftRow(order, Shop.WINDOW);

    refusedAndRepeated(order, "r-1", 1000, "EUR", 409, "order-expired");

    JsonNode expired = API.get("/orders/" + order).is(200);
    assertThat(expired.get("status").textValue()).isEqualTo("CANCELLED");
    assertThat(expired.get("cancelReason").textValue()).isEqualTo("PAYMENT_TIMEOUT");
    assertThat(shop.stock("pear")).isEqualTo("10/0");
    assertThat(rows()).containsExactly("r-1 REFUND_DUE");
  }

  @Test
  void while_cancelling_is_paused_a_capture_after_the_deadline_is_refused_but_cancels_nothing() {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW);
    API.post("/admin/timeouts/CANCEL_UNPAID/pause").is(200);

    refusedAndRepeated(order, "r-1", 1000, "EUR", 409, "order-expired");

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
  }

  @Test
  @Tag("case-24")
  void a_capture_reported_ten_minutes_after_the_cancel_takes_no_stock_and_shows_as_due_back() {
    shop.stock("pear", 2);
    UUID order = shop.order(line("pear", 2, 500));
    shop.windowOver(order);
    worker.runOnce(() -> false);
    shop.shiftRow(order, Duration.ofMinutes(10));

    refusedAndRepeated(order, "r-1", 1000, "EUR", 409, "order-cancelled");

    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    assertThat(shop.stock("pear")).isEqualTo("2/0");
    assertThat(API.get("/refunds").is(200).at("/items/0/reference").textValue()).isEqualTo("r-1");
  }

  @Test
  @Tag("case-23")
  void a_capture_of_the_wrong_amount_or_currency_is_due_back_and_the_order_can_still_be_paid() {
    UUID order = shop.order();

    refusedAndRepeated(order, "r-1", 999, "EUR", 422, "payment-amount-mismatch");
    refusedAndRepeated(order, "r-2", 1001, "EUR", 422, "payment-amount-mismatch");
    refusedAndRepeated(order, "r-3", 1000, "USD", 422, "payment-amount-mismatch");

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    pay(order, "r-4", 1000, "EUR").is(201);
    assertThat(rows())
        .containsExactly("r-1 REFUND_DUE", "r-2 REFUND_DUE", "r-3 REFUND_DUE", "r-4 ACCEPTED");
  }

  @Test
  void a_capture_for_an_unknown_order_is_kept_as_unmatched() {
    UUID nowhere = UUID.randomUUID();

    JsonNode problem = pay(nowhere, "r-1", 1000, "EUR").isProblem(404, "order-not-found");

    assertThat(problem.get("payment"))
        .isEqualTo(payment(problem.get("payment"), nowhere, "r-1", 1000, "EUR", "UNMATCHED"));
    assertThat(pay(nowhere, "r-1", 1000, "EUR").isProblem(404, "order-not-found"))
        .isEqualTo(problem);
    assertThat(rows()).containsExactly("r-1 UNMATCHED");
  }

  @Test
  void a_reference_cannot_stand_for_another_capture() {
    UUID order = shop.order();
    UUID other = shop.order();
    JsonNode first = pay(order, "r-1", 1000, "EUR").is(201);

    for (Answer answer :
        List.of(
            pay(order, "r-1", 999, "EUR"),
            pay(order, "r-1", 1000, "USD"),
            pay(other, "r-1", 1000, "EUR"))) {
      JsonNode problem = answer.isProblem(409, "payment-reference-reused");
      assertThat(problem.get("payment")).isEqualTo(first);
    }

    assertThat(rows()).containsExactly("r-1 ACCEPTED");
    assertThat(shop.status(other)).isEqualTo("PENDING_PAYMENT");
  }

  @Test
  void a_repeat_of_a_refused_capture_shows_that_the_money_went_back_meanwhile() {
    UUID order = shop.order();
    JsonNode problem = pay(order, "r-1", 999, "EUR").isProblem(422, "payment-amount-mismatch");
    API.post("/refunds/" + problem.at("/payment/id").textValue() + "/complete").is(200);

    JsonNode repeated = pay(order, "r-1", 999, "EUR").isProblem(422, "payment-amount-mismatch");

    assertThat(repeated.at("/payment/status").textValue()).isEqualTo("REFUNDED");
    assertThat(repeated.get("detail")).isEqualTo(problem.get("detail"));
  }

  private static void refusedAndRepeated(
      UUID order, String reference, long amount, String currency, int status, String code) {
    JsonNode problem = pay(order, reference, amount, currency).isProblem(status, code);
    assertThat(problem.get("payment"))
        .isEqualTo(
            payment(problem.get("payment"), order, reference, amount, currency, "REFUND_DUE"));
    assertThat(pay(order, reference, amount, currency).isProblem(status, code)).isEqualTo(problem);
  }

  /** With what only the service can know, its id and time, taken from the payment shown. */
  private static JsonNode payment(
      JsonNode shown, UUID order, String reference, long amount, String currency, String status) {
    return json(
        """
        {"id": "%s", "reference": "%s", "orderId": "%s", "amount": %d, "currency": "%s",
         "status": "%s", "receivedAt": "%s", "refundedAt": null}"""
            .formatted(
                UUID.fromString(shown.get("id").textValue()),
                reference,
                order,
                amount,
                currency,
                status,
                shown.get("receivedAt").textValue()));
  }

  private static Answer pay(UUID order, String reference, long amount, String currency) {
    return API.post(
        "/orders/" + order + "/payments",
        "{\"reference\": \"%s\", \"amount\": %d, \"currency\": \"%s\"}"
            .formatted(reference, amount, currency));
  }

  private List<String> rows() {
    return shop.column("SELECT reference || ' ' || status FROM payment ORDER BY reference");
  }
}
