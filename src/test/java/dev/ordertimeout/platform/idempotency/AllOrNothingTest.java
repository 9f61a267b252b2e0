package dev.ordertimeout.platform.idempotency;

import static dev.ordertimeout.platform.idempotency.KeysInTests.begin;
import static dev.ordertimeout.platform.idempotency.KeysInTests.keepAgain;
import static dev.ordertimeout.platform.idempotency.KeysInTests.keepNothing;
import static dev.ordertimeout.platform.idempotency.KeysInTests.kept;
import static dev.ordertimeout.platform.idempotency.KeysInTests.place;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Api;
import dev.ordertimeout.support.Hold;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.worker.TimerRelay;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Work, answer, and what follows from the work: all of it, or none. */
@QuarkusTest
@Tag("case-28")
class AllOrNothingTest {
  @Inject Shop shop;
  @Inject TimerRelay relay;

  @BeforeEach
  void clear() {
    shop.clear();
    shop.stock("pear", 10);
  }

  @AfterEach
  void keepAgainAfterwards() {
    keepAgain(shop);
  }

  @Test
  void without_its_answer_no_order_is_placed_counted_or_scheduled() {
    double before = placed();
    keepNothing(shop);

    place("k-1", "ann").isProblem(500, "internal-error");
    relay.runOnce();

    assertThat(shop.count("SELECT count(*) FROM orders")).isZero();
    assertThat(shop.stock("pear")).isEqualTo("10/0");
    assertThat(shop.queue(CANCEL_UNPAID).due()).isEmpty();
    assertThat(shop.queue(SUBSIDY).due()).isEmpty();
    assertThat(placed()).isEqualTo(before);

    keepAgain(shop);
    place("k-1", "ann").is(201);
    relay.runOnce();

    assertThat(shop.queue(CANCEL_UNPAID).due()).hasSize(1);
    assertThat(shop.queue(SUBSIDY).due()).hasSize(3);
    assertThat(placed()).isEqualTo(before + 1);
  }

  @Test
  void timers_are_told_after_the_answer_is_committed_and_not_before() {
    CompletableFuture<Answer> placing;
    try (Hold hold = Hold.inserts("idempotency_key")) {
      placing = begin(shop, hold, () -> place("k-1", "ann"));
      relay.runOnce();

      assertThat(shop.count("SELECT count(*) FROM orders")).isZero();
      assertThat(shop.queue(CANCEL_UNPAID).due()).isEmpty();
    }
    UUID order = Api.id(placing.join().is(201));
    relay.runOnce();

    assertThat(shop.queue(CANCEL_UNPAID).due()).containsOnlyKeys(order.toString());
    assertThat(shop.queue(SUBSIDY).due()).hasSize(3);
  }

  @Test
  void timers_of_a_cancel_whose_answer_is_lost_stay() {
    UUID order = Api.id(place("k-1", "ann").is(201));
    keepNothing(shop);

    Api.withKey("k-2").post("/orders/" + order + "/cancel").isProblem(500, "internal-error");
    relay.runOnce();

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    assertThat(shop.queue(CANCEL_UNPAID).due()).containsOnlyKeys(order.toString());
    assertThat(kept(shop)).isEqualTo(1);
  }

  @Test
  void a_placing_that_loses_against_another_transaction_is_temporary_and_leaves_its_key_free() {
    try (Hold hold = Hold.stock("pear")) {
      assertThat(hold).isNotNull();
      place("k-1", "ann").isProblem(503, "unavailable");
    }

    place("k-1", "ann").is(201);
    assertThat(shop.count("SELECT count(*) FROM orders")).isEqualTo(1);
  }

  private static double placed() {
    return get("/q/metrics")
        .asString()
        .lines()
        .filter(line -> line.startsWith("order_timeout_orders_total{transition=\"placed\"}"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
