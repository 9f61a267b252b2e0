package dev.ordertimeout.payment;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.id;
import static dev.ordertimeout.support.Api.json;
import static dev.ordertimeout.support.Api.operator;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Money that is due back: the list of it, and the word that it went back. */
@QuarkusTest
class RefundsApiTest {
  @Inject Shop shop;
  private UUID order;

  @BeforeEach
  void clear() {
    shop.clear();
    order = shop.order();
  }

  @Test
  void there_may_be_nothing_to_refund() {
    JsonNode page = API.get("/refunds").is(200);

    assertThat(page.get("items")).isEmpty();
    assertThat(page.get("nextCursor").isNull()).isTrue();
  }

  @Test
  void each_list_holds_the_captures_of_its_status_and_never_money_that_paid_an_order() {
    JsonNode due = refused("due");
    UUID completed = id(refused("completed"));
    JsonNode refunded = API.post("/refunds/" + completed + "/complete").is(200);
    JsonNode unmatched = capture(UUID.randomUUID(), "unmatched", 1).get("payment");
    capture(order, "accepted", 1000);

    assertThat(API.get("/refunds").is(200).get("items")).containsExactly(due);
    assertThat(API.get("/refunds?status=DUE").is(200).get("items")).containsExactly(due);
    assertThat(API.get("/refunds?status=UNMATCHED").is(200).get("items"))
        .containsExactly(unmatched);
    assertThat(API.get("/refunds?status=COMPLETED").is(200).get("items")).containsExactly(refunded);
  }

  @Test
  void whoever_waits_longest_comes_first_and_pages_show_every_capture_once() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      expected.add(refused("r-" + i).get("id").textValue());
    }
    shop.sql("UPDATE payment SET received_at = (SELECT min(received_at) FROM payment)");
    UUID longest = id(refused("longest"));
    shop.sql(
        "UPDATE payment SET received_at = received_at - interval '1 hour' WHERE id = ?", longest);
    expected.sort(null);
    expected.add(0, longest.toString());

    List<String> seen = new ArrayList<>();
    JsonNode page = API.get("/refunds?limit=3").is(200);
    seen.addAll(page.get("items").findValuesAsText("id"));
    while (!page.get("nextCursor").isNull()) {
      page = API.get("/refunds?limit=3&cursor=" + page.get("nextCursor").textValue()).is(200);
      seen.addAll(page.get("items").findValuesAsText("id"));
    }

    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void completing_shows_when_the_money_went_back_and_records_who_said_so() {
    JsonNode due = refused("r-1");

    JsonNode completed = operator("otto").post("/refunds/" + id(due) + "/complete").is(200);

    assertThat(completed.get("refundedAt").isNull()).isFalse();
    ObjectNode expected = due.deepCopy();
    expected.put("status", "REFUNDED").set("refundedAt", completed.get("refundedAt"));
    assertThat(completed).isEqualTo(expected);
    assertThat(API.get("/refunds").is(200).get("items")).isEmpty();
    assertThat(audit()).containsExactly("otto COMPLETE_REFUND " + id(due));
  }

  @Test
  void completing_again_is_answered_alike_and_recorded_once() {
    UUID due = id(refused("r-1"));
    JsonNode first = operator("otto").post("/refunds/" + due + "/complete").is(200);

    assertThat(operator("olga").post("/refunds/" + due + "/complete", "{}").is(200))
        .isEqualTo(first);

    assertThat(audit()).containsExactly("otto COMPLETE_REFUND " + due);
  }

  @Test
  void money_that_no_order_is_known_for_goes_back_too() {
    UUID unmatched = id(capture(UUID.randomUUID(), "r-1", 7).get("payment"));

    JsonNode completed = API.post("/refunds/" + unmatched + "/complete").is(200);

    assertThat(completed.get("status").textValue()).isEqualTo("REFUNDED");
    assertThat(audit()).containsExactly("unidentified COMPLETE_REFUND " + unmatched);
  }

  @Test
  void money_that_paid_its_order_does_not_go_back() {
    UUID accepted = id(capture(order, "r-1", 1000));

    API.post("/refunds/" + accepted + "/complete").isProblem(409, "payment-not-refundable");

    assertThat(shop.one("SELECT status FROM payment")).isEqualTo("ACCEPTED");
    assertThat(audit()).isEmpty();
  }

  @Test
  void an_unknown_payment_is_not_found() {
    API.post("/refunds/" + UUID.randomUUID() + "/complete").isProblem(404, "not-found");
    API.post("/refunds/1/complete").isInvalidAt("#paymentId");
  }

  @ParameterizedTest
  @ValueSource(strings = {"status=due", "status=REFUND_DUE", "limit=0", "limit=101", "cursor=x"})
  void a_list_that_does_not_exist_is_refused(String query) {
    API.get("/refunds?" + query).isInvalidAt("#" + query.replaceFirst("=.*", ""));
  }

  private JsonNode refused(String reference) {
    return capture(order, reference, 1).get("payment");
  }

  private static JsonNode capture(UUID order, String reference, long amount) {
    return json(
        API.post(
                "/orders/" + order + "/payments",
                "{\"reference\": \"%s\", \"amount\": %d, \"currency\": \"EUR\"}"
                    .formatted(reference, amount))
            .response()
            .asString());
  }

  private List<String> audit() {
    return shop.column(
        "SELECT who || ' ' || what || ' ' || target FROM operator_action ORDER BY id");
  }
}
