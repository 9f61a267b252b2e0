package dev.ordertimeout.platform.idempotency;

import static dev.ordertimeout.platform.idempotency.KeysInTests.isReplayed;
import static dev.ordertimeout.platform.idempotency.KeysInTests.kept;
import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.platform.idempotency.KeysInTests.Seen;
import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * Captures and other calls that may be refused: which refusals are kept, and what stays of them.
 */
@QuarkusTest
class KeptRefusalsTest {
  @Inject Shop shop;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void a_capture_reported_again_under_its_key_is_still_created() {
    UUID order = shop.order();

    Answer first = pay(order, "k-1", "r-1");
    first.is(201);

    assertThat(Seen.of(pay(order, "k-1", "r-1"))).isEqualTo(Seen.of(first));
    pay(order, "k-2", "r-1").is(200);
    assertThat(rows()).containsExactly("r-1 ACCEPTED");
  }

  @Test
  void a_late_capture_is_refused_alike_again_and_its_money_is_there_once() {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW);

    Answer first = pay(order, "k-1", "r-1");
    first.isProblem(409, "order-expired");
    Answer again = pay(order, "k-1", "r-1");

    assertThat(Seen.of(again)).isEqualTo(Seen.of(first));
    assertThat(isReplayed(again)).isTrue();
    assertThat(rows()).containsExactly("r-1 REFUND_DUE");
    assertThat(shop.status(order)).isEqualTo("CANCELLED");
  }

  @RepeatedTest(5)
  void one_capture_under_two_keys_at_the_same_moment_pays_once() {
    UUID order = shop.order();

    List<Integer> statuses =
        Rivals.atOnce(
            () -> pay(order, "k-1", "r-1").response().statusCode(),
            () -> pay(order, "k-2", "r-1").response().statusCode(),
            () -> payWithoutKey(order, "r-1").response().statusCode());

    assertThat(statuses).containsExactlyInAnyOrder(201, 200, 200);
    assertThat(rows()).containsExactly("r-1 ACCEPTED");
    assertThat(shop.events(order)).containsExactly("PLACED", "PAID");
  }

  @Test
  void that_a_paid_order_is_not_cancelled_is_kept() {
    UUID order = shop.order();
    pay(order, "k-1", "r-1").is(201);

    Answer first = withKey("k-1").post("/orders/" + order + "/cancel");
    first.isProblem(409, "order-not-cancellable");

    Answer again = withKey("k-1").post("/orders/" + order + "/cancel");
    assertThat(Seen.of(again)).isEqualTo(Seen.of(first));
    assertThat(isReplayed(again)).isTrue();
  }

  @Test
  void that_an_order_is_not_found_is_not_kept() {
    Answer refused = withKey("k-1").post("/orders/" + UUID.randomUUID() + "/cancel");

    refused.isProblem(404, "order-not-found");
    assertThat(kept(shop)).isZero();
  }

  @Test
  void a_reference_that_stands_for_another_capture_is_refused_without_a_trace() {
    UUID order = shop.order();
    pay(order, "k-1", "r-1").is(201);

    pay(shop.order(), "k-1", "r-1").isProblem(409, "payment-reference-reused");

    assertThat(rows()).containsExactly("r-1 ACCEPTED");
  }

  @Test
  void cancels_resumed_again_move_no_deadline_again() {
    UUID order = shop.order();
    API.post("/admin/timeouts/CANCEL_UNPAID/pause").is(200);

    Answer first = resume();
    assertThat(first.is(200).get("deadlinesMoved").intValue()).isEqualTo(1);
    String deadline = shop.one("SELECT expires_at FROM orders WHERE id = ?", order);
    Answer again = resume();

    assertThat(Seen.of(again)).isEqualTo(Seen.of(first));
    assertThat(shop.one("SELECT expires_at FROM orders WHERE id = ?", order)).isEqualTo(deadline);
  }

  private static Answer resume() {
    return withKey("k-1").post("/admin/timeouts/CANCEL_UNPAID/resume", "{\"extendBy\": \"PT2H\"}");
  }

  private static Answer pay(UUID order, String key, String reference) {
    return withKey(key).post("/orders/" + order + "/payments", capture(reference));
  }

  private static Answer payWithoutKey(UUID order, String reference) {
    return API.post("/orders/" + order + "/payments", capture(reference));
  }

  private static String capture(String reference) {
    return "{\"reference\": \"%s\", \"amount\": 1000, \"currency\": \"EUR\"}".formatted(reference);
  }

  private List<String> rows() {
    return shop.column("SELECT reference || ' ' || status FROM payment ORDER BY received_at");
  }
}
