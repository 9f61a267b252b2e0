package dev.ordertimeout.hall;

import static dev.ordertimeout.support.Api.API;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who stands in the hall, and who takes whom out of it. */
@QuarkusTest
class HallApiTest {
  @Inject Shop shop;
  @Inject TaskWorker worker;
  @Inject TimerRelay relay;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void the_best_subsidy_comes_first_then_whoever_waits_longest() {
    UUID fresh = shop.order();
    UUID oneTier = shop.order();
    UUID twoTiers = shop.order();
    UUID small = shop.order(line("plum", 1, 100));
    shop.later(oneTier, Duration.ofSeconds(11));
    shop.later(twoTiers, Duration.ofSeconds(31));
    shop.later(small, Duration.ofSeconds(95));
    worker.runOnce(() -> false);
    UUID fresher = shop.order();

    JsonNode standing = API.get("/hall").is(200);

    assertThat(ids(standing)).containsExactly(twoTiers, oneTier, small, fresh, fresher);
    assertThat(standing.get("items").findValuesAsText("subsidyAmount"))
        .containsExactly("100", "50", "20", "0", "0");
    assertThat(standing.at("/items/0")).isEqualTo(API.get("/orders/" + twoTiers).is(200));
    assertThat(standing.at("/items/0/hall/subsidyTier").intValue()).isEqualTo(2);
    assertThat(ids(API.get("/hall?limit=2").is(200))).containsExactly(twoTiers, oneTier);
  }

  @Test
  void an_order_stands_there_paid_or_not_until_it_is_grabbed_or_cancelled() {
    UUID unpaid = shop.order();
    UUID paid = shop.order(line("gift", 1, 0));
    UUID grabbed = shop.order();
    UUID cancelled = shop.order();
    grab(grabbed, "carl").is(200);
    API.post("/orders/" + cancelled + "/cancel").is(200);

    assertThat(ids(API.get("/hall").is(200))).containsExactly(unpaid, paid);
  }

  @Test
  void a_courier_who_grabs_has_the_order_and_ends_its_tiers_but_not_its_cancel() {
    UUID order = shop.order();

    JsonNode grabbed = grab(order, "carl").is(200);
    relay.runOnce();

    assertThat(grabbed).isEqualTo(API.get("/orders/" + order).is(200));
    assertThat(grabbed.get("status").textValue()).isEqualTo("PENDING_PAYMENT");
    assertThat(grabbed.at("/hall/status").textValue()).isEqualTo("GRABBED");
    assertThat(grabbed.at("/hall/grabbedBy").textValue()).isEqualTo("carl");
    assertThat(grabbed.at("/hall/grabbedAt").isNull()).isFalse();
    assertThat(grabbed.at("/hall/nextSubsidyAt").isNull()).isTrue();
    assertThat(shop.queue(SUBSIDY).due()).isEmpty();
    assertThat(shop.queue(CANCEL_UNPAID).due()).containsOnlyKeys(order.toString());
  }

  @Test
  void a_second_courier_is_refused_and_the_first_may_ask_again() {
    UUID order = shop.order();
    JsonNode first = grab(order, "carl").is(200);

    grab(order, "cleo").isProblem(409, "order-already-grabbed");
    assertThat(grab(order, "carl").is(200)).isEqualTo(first);

    assertThat(shop.events(order)).containsExactly("PLACED", "GRABBED");
  }

  @Test
  @Tag("case-30")
  void of_couriers_who_grab_at_once_one_has_the_order() {
    UUID order = shop.order();

    List<Integer> statuses =
        Rivals.atOnce(
            () -> grab(order, "carl").response().statusCode(),
            () -> grab(order, "cleo").response().statusCode(),
            () -> grab(order, "cora").response().statusCode());

    assertThat(statuses).containsExactlyInAnyOrder(200, 409, 409);
    assertThat(shop.events(order)).containsExactly("PLACED", "GRABBED");
  }

  @Test
  @Tag("case-30")
  void a_grab_and_a_cancel_in_the_same_moment_leave_an_order_that_agrees_with_its_events() {
    for (int i = 0; i < 10; i++) {
      UUID order = shop.order();

      List<Integer> statuses =
          Rivals.atOnce(
              () -> grab(order, "carl").response().statusCode(),
              () -> API.post("/orders/" + order + "/cancel").response().statusCode());

      assertThat(statuses.get(1)).isEqualTo(200);
      JsonNode shown = API.get("/orders/" + order).is(200);
      assertThat(shown.get("status").textValue()).isEqualTo("CANCELLED");
      assertThat(shown.at("/hall/status").textValue()).isEqualTo("CLOSED");
      if (statuses.get(0) == 200) {
        assertThat(shown.at("/hall/grabbedBy").textValue()).isEqualTo("carl");
        assertThat(shop.events(order)).containsExactly("PLACED", "GRABBED", "CANCELLED");
      } else {
        assertThat(shown.at("/hall/grabbedBy").isNull()).isTrue();
        assertThat(shop.events(order)).containsExactly("PLACED", "CANCELLED");
      }
    }
  }

  @Test
  void an_order_past_its_deadline_is_cancelled_instead_of_grabbed() {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW);

    grab(order, "carl").isProblem(409, "order-expired");

    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    grab(order, "carl").isProblem(409, "order-cancelled");
  }

  @Test
  void while_cancelling_is_paused_an_order_past_its_deadline_is_neither_grabbed_nor_cancelled() {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW);
    API.post("/admin/timeouts/CANCEL_UNPAID/pause").is(200);

    grab(order, "carl").isProblem(409, "order-expired");

    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    assertThat(shop.events(order)).containsExactly("PLACED");
  }

  @Test
  void a_paid_order_can_be_grabbed_after_its_deadline() {
    UUID order = shop.order(line("gift", 1, 0));
    shop.shiftRow(order, Shop.WINDOW);

    assertThat(grab(order, "carl").is(200).get("status").textValue()).isEqualTo("PAID");
  }

  @Test
  void an_unknown_order_is_not_found() {
    grab(UUID.randomUUID(), "carl").isProblem(404, "order-not-found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "101", "abc"})
  void a_limit_out_of_range_is_refused(String limit) {
    API.get("/hall?limit=" + limit).isInvalidAt("#limit");
  }

  private static Answer grab(UUID order, String courier) {
    return API.post("/orders/" + order + "/grab", "{\"courierId\": \"" + courier + "\"}");
  }

  private static List<UUID> ids(JsonNode standing) {
    return standing.get("items").findValuesAsText("id").stream().map(UUID::fromString).toList();
  }
}
