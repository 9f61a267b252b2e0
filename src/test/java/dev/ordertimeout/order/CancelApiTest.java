package dev.ordertimeout.order;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.operator;
import static dev.ordertimeout.support.Shop.line;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.worker.TimerRelay;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cancelling an order by hand. */
@QuarkusTest
class CancelApiTest {
  @Inject Shop shop;
  @Inject TimerRelay relay;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"reason\": \"CUSTOMER\"}", "{\"reason\": null}", "null"})
  void a_customer_cancels_whether_or_not_the_body_says_so(String body) {
    UUID order = shop.order();

    JsonNode cancelled = API.post(cancel(order), body).is(200);

    assertThat(cancelled.get("status").textValue()).isEqualTo("CANCELLED");
    assertThat(cancelled.get("cancelReason").textValue()).isEqualTo("CUSTOMER");
  }

  @Test
  void a_cancel_needs_no_body_and_ends_everything_about_the_order() {
    shop.stock("pear", 10);
    UUID order = shop.order(line("pear", 3, 100), line("grape", 1, 5));

    JsonNode cancelled = API.post(cancel(order)).is(200);
    relay.runOnce();

    assertThat(cancelled).isEqualTo(API.get("/orders/" + order).is(200));
    assertThat(cancelled.get("cancelledAt").isNull()).isFalse();
    assertThat(cancelled.get("paidAt").isNull()).isTrue();
    assertThat(cancelled.at("/hall/status").textValue()).isEqualTo("CLOSED");
    assertThat(cancelled.at("/hall/nextSubsidyAt").isNull()).isTrue();
    assertThat(shop.stock("pear")).isEqualTo("10/0");
    assertThat(shop.column("SELECT sku FROM stock")).containsExactly("pear");
    assertThat(shop.events(order)).containsExactly("PLACED", "CANCELLED");
    assertThat(shop.queue(CANCEL_UNPAID).due()).isEmpty();
    assertThat(shop.queue(SUBSIDY).due()).isEmpty();
    assertThat(audit()).isEmpty();
  }

  @Test
  void an_operators_cancel_says_so_and_leaves_a_record_of_who_it_was() {
    UUID order = shop.order();

    JsonNode cancelled = operator("otto").post(cancel(order), "{\"reason\": \"OPERATOR\"}").is(200);

    assertThat(cancelled.get("cancelReason").textValue()).isEqualTo("OPERATOR");
    assertThat(audit()).containsExactly("otto CANCEL_ORDER " + order);
  }

  @Test
  void an_operator_who_does_not_say_who_it_is_is_recorded_as_such() {
    UUID order = shop.order();

    API.post(cancel(order), "{\"reason\": \"OPERATOR\"}").is(200);

    assertThat(audit()).containsExactly("unidentified CANCEL_ORDER " + order);
  }

  @Test
  void a_second_cancel_is_answered_alike_and_changes_nothing() {
    shop.stock("pear", 10);
    UUID order = shop.order(line("pear", 3, 100));
    JsonNode first = API.post(cancel(order)).is(200);

    assertThat(API.post(cancel(order)).is(200)).isEqualTo(first);
    assertThat(operator("otto").post(cancel(order), "{\"reason\": \"OPERATOR\"}").is(200))
        .isEqualTo(first);

    assertThat(shop.stock("pear")).isEqualTo("10/0");
    assertThat(shop.events(order)).containsExactly("PLACED", "CANCELLED");
    assertThat(audit()).isEmpty();
  }

  @Test
  void a_paid_order_cannot_be_cancelled() {
    UUID order = shop.order(line("gift", 1, 0));

    API.post(cancel(order)).isProblem(409, "order-not-cancellable");
    operator("otto")
        .post(cancel(order), "{\"reason\": \"OPERATOR\"}")
        .isProblem(409, "order-not-cancellable");

    assertThat(shop.status(order)).isEqualTo("PAID");
    assertThat(audit()).isEmpty();
  }

  @Test
  void cancelling_voids_what_the_order_got_while_it_waited_even_if_a_courier_has_it() {
    UUID order = shop.order();
    shop.sql("INSERT INTO subsidy VALUES (?, 1, 50, 'GRANTED', now())", order);
    shop.sql("UPDATE orders SET tiers_granted = '{1}', subsidy_amount = 50 WHERE id = ?", order);
    API.post("/orders/" + order + "/grab", "{\"courierId\": \"carl\"}").is(200);

    JsonNode cancelled = API.post(cancel(order)).is(200);

    assertThat(cancelled.at("/hall/status").textValue()).isEqualTo("CLOSED");
    assertThat(cancelled.at("/hall/grabbedBy").textValue()).isEqualTo("carl");
    assertThat(cancelled.at("/hall/subsidyAmount").longValue()).isZero();
    assertThat(shop.ledger(order)).containsExactly("1 VOID");
  }

  @Test
  void an_order_past_its_deadline_that_no_timer_has_found_yet_can_still_be_cancelled() {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW.plus(Duration.ofSeconds(1)));

    assertThat(API.post(cancel(order)).is(200).get("cancelReason").textValue())
        .isEqualTo("CUSTOMER");
  }

  @Test
  void an_unknown_order_is_not_found() {
    API.post(cancel(UUID.randomUUID())).isProblem(404, "order-not-found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"PAYMENT_TIMEOUT\"", "\"customer\"", "\"\"", "1", "true", "[]"})
  void only_a_customer_or_an_operator_cancels(String reason) {
    UUID order = shop.order();

    API.post(cancel(order), "{\"reason\": " + reason + "}").isInvalidAt("/reason");

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
  }

  private List<String> audit() {
    return shop.column(
        "SELECT who || ' ' || what || ' ' || target FROM operator_action ORDER BY id");
  }

  private static String cancel(UUID order) {
    return "/orders/" + order + "/cancel";
  }
}
