package dev.ordertimeout.order;

import static dev.ordertimeout.event.EventSource.REDIS;
import static dev.ordertimeout.support.Shop.line;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.TaskOutcome;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The guarded statement that cancels. */
@Tag("containers")
@QuarkusTest
class CancelUnpaidTest {
  @Inject Shop shop;
  @Inject Transactions transactions;
  @Inject OrderTransitions transitions;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void each_order_of_a_batch_is_judged_by_its_own_row() {
    List<UUID> orders = shop.orders(4);
    UUID due = orders.get(0);
    UUID early = orders.get(1);
    UUID paid = orders.get(2);
    UUID cancelled = orders.get(3);
    shop.shiftRow(due, Shop.WINDOW);
    shop.shiftRow(cancelled, Shop.WINDOW);
    cancelDue(List.of(cancelled));
    shop.sql("UPDATE orders SET status = 'PAID', paid_at = placed_at WHERE id = ?", paid);
    UUID stranger = UUID.randomUUID();

    Map<UUID, TaskOutcome> outcomes = cancelDue(List.of(stranger, cancelled, paid, early, due));

    assertThat(outcomes.get(due))
        .isEqualTo(new TaskOutcome.Applied(shop.read(due).cancelAt.toEpochMilli()));
    assertThat(outcomes.get(early))
        .isInstanceOfSatisfying(
            TaskOutcome.NotYet.class,
            notYet -> {
              assertThat(notYet.dueAtMs()).isEqualTo(shop.read(early).cancelAt.toEpochMilli());
              assertThat(notYet.remainingMs())
                  .isBetween(Duration.ofMinutes(29).toMillis(), Shop.WINDOW.toMillis());
            });
    assertThat(outcomes.get(paid)).isInstanceOf(TaskOutcome.Closed.class);
    assertThat(outcomes.get(cancelled)).isInstanceOf(TaskOutcome.Closed.class);
    assertThat(outcomes.get(stranger)).isInstanceOf(TaskOutcome.Unknown.class);
    assertThat(orders.stream().map(shop::status))
        .containsExactly("CANCELLED", "PENDING_PAYMENT", "PAID", "CANCELLED");
    assertThat(shop.events(due)).containsExactly("PLACED", "CANCELLED");
    assertThat(shop.events(cancelled)).containsExactly("PLACED", "CANCELLED");
  }

  @Test
  void an_order_that_another_transaction_holds_is_left_alone_and_said_to_be_locked() {
    UUID held = shop.order();
    shop.shiftRow(held, Shop.WINDOW);

    Map<UUID, TaskOutcome> outcomes =
        transactions.call(
            connection -> {
              try (var lock =
                  connection.prepareStatement("SELECT FROM orders WHERE id = ? FOR UPDATE")) {
                lock.setObject(1, held);
                lock.execute();
              }
              return cancelDue(List.of(held));
            });

    assertThat(outcomes.get(held)).isInstanceOf(TaskOutcome.Locked.class);
    assertThat(shop.status(held)).isEqualTo("PENDING_PAYMENT");
  }

  @Test
  void several_orders_and_lines_of_one_sku_give_back_their_sum() {
    shop.stock("pear", 10);
    shop.stock("plum", 10);
    List<UUID> orders =
        List.of(
            shop.order(line("pear", 1, 5), line("plum", 2, 5)),
            shop.order(line("pear", 3, 5), line("pear", 1, 7)),
            shop.order(line("kiwi", 9, 5)));
    assertThat(shop.stock("pear")).isEqualTo("10/5");
    orders.forEach(order -> shop.shiftRow(order, Shop.WINDOW));

    cancelDue(orders);

    assertThat(shop.stock("pear")).isEqualTo("10/0");
    assertThat(shop.stock("plum")).isEqualTo("10/0");
    assertThat(shop.column("SELECT sku FROM stock WHERE sku = 'kiwi'")).isEmpty();
  }

  @Test
  @Tag("case-26")
  void a_sku_registered_after_placing_gains_nothing_from_a_cancel() {
    UUID order = shop.order(line("kiwi", 9, 5));
    shop.stock("kiwi", 1);
    shop.shiftRow(order, Shop.WINDOW);

    cancelDue(List.of(order));

    assertThat(shop.stock("kiwi")).isEqualTo("1/0");
  }

  @Test
  void batches_over_the_same_orders_and_skus_in_opposite_order_do_not_deadlock() {
    List<UUID> orders = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      shop.sql(
          "INSERT INTO stock (sku, on_hand) VALUES (?, 100) ON CONFLICT DO NOTHING", "s" + i % 7);
      shop.sql(
          "INSERT INTO stock (sku, on_hand) VALUES (?, 100) ON CONFLICT DO NOTHING", "s" + i % 5);
      UUID order = shop.order(line("s" + i % 7, 1, 5), line("s" + i % 5, 1, 5));
      shop.shiftRow(order, Shop.WINDOW);
      orders.add(order);
    }
    List<UUID> opposite = new ArrayList<>(orders);
    Collections.reverse(opposite);

    List<Map<UUID, TaskOutcome>> outcomes =
        Rivals.atOnce(
            () -> cancelDue(orders),
            () -> cancelDue(opposite),
            () -> cancelDue(orders.subList(0, 30)),
            () -> cancelDue(opposite.subList(0, 30)));

    long applied =
        outcomes.stream()
            .flatMap(batch -> batch.values().stream())
            .filter(TaskOutcome.Applied.class::isInstance)
            .count();
    assertThat(applied).isEqualTo(60);
    assertThat(shop.count("SELECT count(*) FROM order_event WHERE type = 'CANCELLED'"))
        .isEqualTo(60);
    assertThat(shop.count("SELECT sum(reserved) FROM stock")).isZero();
  }

  @Test
  void cancelling_voids_the_grants_and_closes_the_hall() {
    UUID order = shop.order();
    shop.sql("INSERT INTO subsidy VALUES (?, 1, 50, 'GRANTED', now())", order);
    shop.sql("UPDATE orders SET tiers_granted = '{1}', subsidy_amount = 50 WHERE id = ?", order);

    boolean cancelled =
        transactions.call(
            connection -> transitions.cancelIfUnpaid(connection, order, CancelReason.CUSTOMER));

    assertThat(cancelled).isTrue();
    assertThat(shop.ledger(order)).containsExactly("1 VOID");
    Order row = shop.read(order);
    assertThat(row.subsidyAmount).isZero();
    assertThat(row.nextSubsidyAt).isNull();
    assertThat(row.inHall()).isFalse();
  }

  @Test
  void a_grant_that_commits_while_the_cancel_is_looking_is_void_too() throws Exception {
    UUID order = shop.order();
    shop.shiftRow(order, Shop.WINDOW);
    CountDownLatch locked = new CountDownLatch(1);

    Rivals.atOnce(
        () ->
            transactions.call(
                connection -> {
                  try (var grant = connection.createStatement()) {
                    grant.execute("UPDATE orders SET tiers_granted = '{1}', subsidy_amount = 50");
                    grant.execute(
                        "INSERT INTO subsidy SELECT id, 1, 50, 'GRANTED', now() FROM orders");
                    locked.countDown();
                    // The cancel's statement begins now and waits for the row.
                    grant.execute("SELECT pg_sleep(0.3)");
                    return true;
                  }
                }),
        () -> {
          locked.await();
          return transactions.call(
              connection -> transitions.cancelIfUnpaid(connection, order, CancelReason.CUSTOMER));
        });

    assertThat(shop.status(order)).isEqualTo("CANCELLED");
    assertThat(shop.ledger(order)).containsExactly("1 VOID");
  }

  @Test
  void a_caller_who_cancels_waits_for_the_row() throws Exception {
    UUID order = shop.order();
    CountDownLatch locked = new CountDownLatch(1);

    List<Boolean> cancelled =
        Rivals.atOnce(
            () ->
                transactions.call(
                    connection -> {
                      try (var pay =
                          connection.prepareStatement(
                              "UPDATE orders SET status = 'PAID', paid_at = placed_at WHERE id = ?")) {
                        pay.setObject(1, order);
                        pay.execute();
                        locked.countDown();
                        connection.createStatement().execute("SELECT pg_sleep(0.3)");
                        return true;
                      }
                    }),
            () -> {
              locked.await();
              return transactions.call(
                  connection ->
                      transitions.cancelIfUnpaid(connection, order, CancelReason.CUSTOMER));
            });

    assertThat(cancelled).containsExactly(true, false);
    assertThat(shop.status(order)).isEqualTo("PAID");
  }

  private Map<UUID, TaskOutcome> cancelDue(List<UUID> orders) {
    return transactions.call(
        connection -> transitions.cancelIfUnpaidAndDue(connection, orders, REDIS));
  }
}
