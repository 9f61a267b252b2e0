package dev.ordertimeout.hall;

import static dev.ordertimeout.event.EventSource.REDIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.order.Order;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskOutcome;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Orders wait in the hall, get their tiers, and are grabbed once. An order here is 10.00 EUR. */
@Tag("containers")
@QuarkusTest
class SubsidyTest {
  @Inject Shop shop;
  @Inject Transactions transactions;
  @Inject HallStatements statements;
  @Inject GrabService grabs;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void tiers_that_are_due_are_granted_and_add_up() {
    UUID order = shop.order();
    shop.shiftRow(order, Duration.ofSeconds(31));

    Map<TaskId, TaskOutcome> outcomes = grant(tiers(order, 1, 2, 3));

    assertThat(outcomes.get(TaskId.subsidy(order, 1))).isInstanceOf(TaskOutcome.Applied.class);
    assertThat(outcomes.get(TaskId.subsidy(order, 2))).isInstanceOf(TaskOutcome.Applied.class);
    assertThat(outcomes.get(TaskId.subsidy(order, 3))).isInstanceOf(TaskOutcome.NotYet.class);
    assertThat(shop.ledger(order)).containsExactly("1 GRANTED", "2 GRANTED");
    Order row = shop.read(order);
    assertThat(row.subsidyAmount).isEqualTo(100);
    assertThat(row.tiersGranted).containsExactlyInAnyOrder(1, 2);
    assertThat(row.nextSubsidyAt).isEqualTo(row.placedAt.plusSeconds(90));
    assertThat(shop.events(order)).containsExactly("PLACED", "SUBSIDY_GRANTED", "SUBSIDY_GRANTED");
  }

  @Test
  void tiers_may_be_granted_in_any_order_and_each_once() {
    UUID order = shop.order();
    shop.shiftRow(order, Duration.ofSeconds(91));

    grant(tiers(order, 3));
    grant(tiers(order, 3, 1));
    Map<TaskId, TaskOutcome> last = grant(tiers(order, 2, 3));

    assertThat(last.get(TaskId.subsidy(order, 3))).isInstanceOf(TaskOutcome.Closed.class);
    assertThat(shop.ledger(order)).containsExactly("1 GRANTED", "2 GRANTED", "3 GRANTED");
    assertThat(shop.read(order).subsidyAmount).isEqualTo(200);
    assertThat(shop.read(order).nextSubsidyAt).isNull();
  }

  @Test
  void the_same_tier_asked_for_by_many_at_once_is_granted_once() {
    UUID order = shop.order();
    shop.shiftRow(order, Duration.ofSeconds(11));

    List<Map<TaskId, TaskOutcome>> outcomes =
        Rivals.atOnce(
            () -> grant(tiers(order, 1)),
            () -> grant(tiers(order, 1)),
            () -> grant(tiers(order, 1)));

    assertThat(outcomes)
        .flatExtracting(Map::values)
        .filteredOn(TaskOutcome.Applied.class::isInstance)
        .hasSize(1);
    assertThat(shop.ledger(order)).containsExactly("1 GRANTED");
  }

  @Test
  void an_order_that_left_the_hall_gets_nothing() {
    UUID order = shop.order();
    grabs.grab(order, "carl");
    shop.shiftRow(order, Duration.ofSeconds(11));

    assertThat(grant(tiers(order, 1)).get(TaskId.subsidy(order, 1)))
        .isInstanceOf(TaskOutcome.Closed.class);
    assertThat(shop.ledger(order)).isEmpty();
  }

  @Test
  void a_tier_that_the_plan_does_not_have_is_closed() {
    UUID order = shop.order();
    shop.shiftRow(order, Duration.ofSeconds(1000));

    assertThat(grant(tiers(order, 7)).get(TaskId.subsidy(order, 7)))
        .isInstanceOf(TaskOutcome.Closed.class);
  }

  @Test
  @Tag("case-30")
  void two_couriers_who_grab_at_once_leave_one_with_the_order() {
    for (int i = 0; i < 20; i++) {
      UUID order = shop.order();

      List<String> results = Rivals.atOnce(() -> grab(order, "carl"), () -> grab(order, "cleo"));

      assertThat(results).containsExactlyInAnyOrder("GRABBED", "ORDER_ALREADY_GRABBED");
      assertThat(shop.events(order)).containsExactly("PLACED", "GRABBED");
    }
  }

  @Test
  @Tag("case-30")
  void a_grab_and_a_grant_in_the_same_moment_agree_in_ledger_and_order() {
    List<UUID> orders = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      UUID order = shop.order();
      shop.shiftRow(order, Duration.ofSeconds(11));
      orders.add(order);

      Rivals.atOnce(() -> grab(order, "carl"), () -> String.valueOf(grant(tiers(order, 1))));
    }

    for (UUID order : orders) {
      Order row = shop.read(order);
      assertThat(row.grabbedBy).isEqualTo("carl");
      assertThat(row.subsidyAmount).isEqualTo(shop.ledger(order).isEmpty() ? 0 : 50);
      if (shop.events(order).contains("SUBSIDY_GRANTED")) {
        assertThat(shop.events(order)).containsExactly("PLACED", "SUBSIDY_GRANTED", "GRABBED");
      }
    }
  }

  @Test
  void the_same_courier_may_ask_again() {
    UUID order = shop.order();
    grabs.grab(order, "carl");

    assertThat(grabs.grab(order, "carl").grabbedBy).isEqualTo("carl");
    assertThat(shop.events(order)).containsExactly("PLACED", "GRABBED");
  }

  @Test
  void an_order_found_past_its_deadline_is_cancelled_instead_of_grabbed() {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW);

    assertThat(grab(order, "carl")).isEqualTo("ORDER_EXPIRED");

    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    assertThat(grab(order, "carl")).isEqualTo("ORDER_CANCELLED");
  }

  private String grab(UUID order, String courier) {
    try {
      grabs.grab(order, courier);
      return "GRABBED";
    } catch (ProblemException e) {
      return e.code().name();
    }
  }

  private Map<TaskId, TaskOutcome> grant(List<TaskId> tiers) {
    return transactions.call(
        connection -> statements.grantIfWaitingAndDue(connection, tiers, REDIS));
  }

  private static List<TaskId> tiers(UUID order, int... tiers) {
    return Arrays.stream(tiers).mapToObj(tier -> TaskId.subsidy(order, tier)).toList();
  }
}
