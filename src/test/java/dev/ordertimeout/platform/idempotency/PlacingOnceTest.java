package dev.ordertimeout.platform.idempotency;

import static dev.ordertimeout.platform.idempotency.KeysInTests.ORDERS;
import static dev.ordertimeout.platform.idempotency.KeysInTests.begin;
import static dev.ordertimeout.platform.idempotency.KeysInTests.isReplayed;
import static dev.ordertimeout.platform.idempotency.KeysInTests.kept;
import static dev.ordertimeout.platform.idempotency.KeysInTests.pears;
import static dev.ordertimeout.platform.idempotency.KeysInTests.place;
import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.id;
import static dev.ordertimeout.support.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.platform.idempotency.KeysInTests.Seen;
import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Hold;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.support.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An order that is placed again under its key: the same answer, and no other order. */
@QuarkusTest
@Tag("case-28")
class PlacingOnceTest {
  @Inject Shop shop;

  @BeforeEach
  void clear() {
    shop.clear();
    shop.stock("pear", 10);
  }

  @RepeatedTest(5)
  void placed_several_times_at_the_same_moment_there_is_one_order_and_one_answer() {
    Callable<Answer> placing = () -> place("k-1", "ann");

    List<Answer> answers = Rivals.atOnce(Collections.nCopies(4, placing));

    Seen first = Seen.of(place("k-1", "ann"));
    assertThat(first.status()).isEqualTo(201);
    for (Answer answer : answers) {
      if (answer.response().statusCode() == 409) {
        answer.isProblem(409, "idempotency-key-in-use");
      } else {
        assertThat(Seen.of(answer)).isEqualTo(first);
      }
    }
    assertThat(orders()).isEqualTo(1);
    assertThat(shop.stock("pear")).isEqualTo("10/2");
  }

  @Test
  void while_it_is_being_placed_the_key_is_in_use_and_the_refusal_says_when_to_ask_again() {
    CompletableFuture<Answer> first;
    try (Hold hold = Hold.stock("pear")) {
      first = begin(shop, hold, () -> place("k-1", "ann"));

      Answer refused = place("k-1", "ann");

      refused.isProblem(409, "idempotency-key-in-use");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
    }
    first.join().is(201);
    assertThat(Seen.of(place("k-1", "ann"))).isEqualTo(Seen.of(first.join()));
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  void the_key_with_another_body_is_refused_and_places_nothing() {
    Answer first = place("k-1", "ann");
    first.is(201);

    withKey("k-1")
        .post(ORDERS, pears("ann").replace("\"quantity\": 2", "\"quantity\": 3"))
        .isProblem(422, "idempotency-key-reused");

    assertThat(orders()).isEqualTo(1);
    assertThat(Seen.of(place("k-1", "ann"))).isEqualTo(Seen.of(first));
  }

  @Test
  void white_space_and_the_order_of_fields_make_no_other_body() {
    Answer first = place("k-1", "ann");

    Answer again =
        withKey("k-1")
            .post(
                ORDERS,
                "{\"expiresIn\":\"PT1800S\",\"lines\":[{\"unitAmount\":500,\"sku\":\"pear\","
                    + "\"quantity\":2}],\"currency\":\"EUR\",\"customerId\":\"ann\"}");

    assertThat(Seen.of(again)).isEqualTo(Seen.of(first));
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  void the_answer_is_the_same_to_the_byte_though_the_order_was_cancelled_meanwhile() {
    Answer first = place("k-1", "ann");
    UUID order = id(first.is(201));
    API.post(ORDERS + "/" + order + "/cancel").is(200);

    Answer again = place("k-1", "ann");

    assertThat(Seen.of(again)).isEqualTo(Seen.of(first));
    assertThat(first.header("Location")).endsWith("/api/v1/orders/" + order);
    assertThat(isReplayed(first)).isFalse();
    assertThat(isReplayed(again)).isTrue();
    assertThat(shop.status(order)).isEqualTo("CANCELLED");
  }

  @Test
  void the_answer_is_what_the_same_call_gets_without_a_key() {
    Seen with = Seen.of(place("k-1", "ann"));
    Seen without = Seen.of(API.post(ORDERS, pears("ann")));

    assertThat(impersonal(with)).isEqualTo(impersonal(without));
  }

  @Test
  void a_crash_between_commit_and_answer_loses_nothing_since_both_are_one_transaction() {
    Answer lost = place("k-1", "ann");

    assertThat(shop.one("SELECT status || location || content_type || body FROM idempotency_key"))
        .isEqualTo(
            "201"
                + lost.header("Location")
                + lost.header("Content-Type")
                + lost.response().asString());
    assertThat(
            shop.count(
                "SELECT count(*) FROM order_event e JOIN idempotency_key k"
                    + " ON e.tx::text = k.xmin::text WHERE e.type = 'PLACED'"))
        .as("order and answer, by the transaction that wrote them")
        .isEqualTo(1);
  }

  @Test
  void an_answer_whose_transaction_rolled_back_is_not_kept_and_succeeds_once_there_is_stock() {
    shop.sql("UPDATE stock SET on_hand = 1");

    place("k-1", "ann").isProblem(409, "insufficient-stock");
    assertThat(kept(shop)).isZero();
    shop.sql("UPDATE stock SET on_hand = 10");

    Answer placed = place("k-1", "ann");
    placed.is(201);
    assertThat(isReplayed(placed)).isFalse();
    assertThat(shop.stock("pear")).isEqualTo("10/2");
  }

  @Test
  void a_request_that_is_refused_for_its_form_leaves_its_key_free() {
    withKey("k-1").post(ORDERS, "{\"customerId\": \"ann\"}").isProblem(400, "invalid-request");

    place("k-1", "ann").is(201);
  }

  @Test
  void the_same_key_of_another_customer_is_another_key() {
    UUID ann = id(place("k-1", "ann").is(201));
    UUID bob = id(place("k-1", "bob").is(201));

    assertThat(ann).isNotEqualTo(bob);
    assertThat(id(place("k-1", "bob").is(201))).isEqualTo(bob);
  }

  @Test
  void the_same_key_at_another_place_is_another_key() {
    UUID order = id(place("k-1", "ann").is(201));

    withKey("k-1").post(ORDERS + "/" + order + "/cancel").is(200);
    withKey("k-1").post(ORDERS + "/" + order + "/grab", "{\"courierId\": \"c\"}");

    assertThat(shop.column("SELECT route FROM idempotency_key ORDER BY route"))
        .containsExactly("CANCEL_ORDER", "GRAB_ORDER", "PLACE_ORDER");
  }

  @Test
  void without_a_key_the_same_body_is_another_order_and_nothing_is_kept() {
    API.post(ORDERS, pears("ann")).is(201);
    API.post(ORDERS, pears("ann")).is(201);

    assertThat(orders()).isEqualTo(2);
    assertThat(kept(shop)).isZero();
  }

  @Test
  void while_postgresql_is_out_nothing_is_promised_and_the_key_still_works_afterwards() {
    Answer first = place("k-1", "ann");
    TestServers.stopPostgres();
    try {
      Answer out = place("k-1", "ann");

      out.isProblem(503, "unavailable");
      assertThat(out.header("Retry-After")).isEqualTo("1");
    } finally {
      TestServers.startPostgres();
    }

    await().until(() -> place("k-1", "ann").response().statusCode() != 503);
    assertThat(Seen.of(place("k-1", "ann"))).isEqualTo(Seen.of(first));
  }

  /** Without what differs from one order to the next. */
  private static Seen impersonal(Seen seen) {
    String uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    return new Seen(
        seen.status(),
        seen.location().replaceAll(uuid, "id"),
        seen.contentType(),
        seen.body()
            .replaceAll(uuid, "id")
            .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z", "time"));
  }

  private long orders() {
    return shop.count("SELECT count(*) FROM orders");
  }
}
