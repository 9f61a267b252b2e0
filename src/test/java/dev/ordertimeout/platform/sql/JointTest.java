package dev.ordertimeout.platform.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordertimeout.stock.Stock;
import dev.ordertimeout.support.Hold;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transaction made of parts: what each part does alone, and what only the whole does. */
@QuarkusTest
class JointTest {
  @Inject Transactions transactions;
  @Inject AfterCommit afterCommit;
  @Inject Shop shop;

  private final List<String> done = new ArrayList<>();

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void what_its_parts_did_is_committed_together_and_followed_up_afterwards() {
    transactions.joint(
        (connection, joint) -> {
          assertThat(joint.lastStands()).as("no part yet").isFalse();
          part("pear");
          part("plum");
          assertThat(joint.lastStands()).isTrue();
          assertThat(skusAsOthersSeeThem()).isEmpty();
          assertThat(done).isEmpty();
          return true;
        });

    assertThat(skus()).containsExactly("pear", "plum");
    assertThat(done).containsExactly("pear", "plum");
  }

  @Test
  void if_it_fails_none_of_its_parts_was() {
    assertThatThrownBy(
            () ->
                transactions.joint(
                    (connection, joint) -> {
                      part("pear");
                      throw new IllegalStateException("after the part");
                    }))
        .hasMessage("after the part");

    assertThat(skus()).isEmpty();
    assertThat(done).containsExactly("not pear");
  }

  @Test
  void a_part_that_fails_undoes_itself_and_no_more_as_a_transaction_of_its_own_would() {
    transactions.joint(
        (connection, joint) -> {
          part("pear");
          assertThatThrownBy(
                  () ->
                      transactions.call(
                          inner -> {
                            part("plum");
                            shop.stock("pear", 1);
                            return true;
                          }))
              .satisfies(e -> assertThat(SqlFailures.violates(e, "stock_pkey")).isTrue());
          assertThat(joint.lastStands()).isFalse();
          part("fig");
          return true;
        });

    assertThat(skus()).containsExactly("fig", "pear");
    assertThat(done).containsExactlyInAnyOrder("pear", "not plum", "fig");
  }

  @Test
  void a_part_reads_rows_as_they_are_not_as_an_earlier_part_has_met_them() {
    shop.stock("pear", 1);

    long onHand =
        transactions.joint(
            (connection, joint) -> {
              onHand("pear");
              shop.sql("UPDATE stock SET on_hand = 2");
              return onHand("pear");
            });

    assertThat(onHand).isEqualTo(2);
  }

  @Test
  void a_part_that_loses_against_another_transaction_is_told_so() {
    shop.stock("pear", 1);
    try (Hold hold = Hold.stock("pear")) {
      assertThat(hold).isNotNull();
      assertThatThrownBy(
              () ->
                  transactions.joint(
                      (connection, joint) -> shop.sql("UPDATE stock SET on_hand = 2")))
          .isInstanceOf(ContentionException.class);
    }
  }

  @Test
  void a_part_that_loses_its_connection_is_an_outage() {
    assertThatThrownBy(
            () ->
                transactions.joint(
                    (connection, joint) -> {
                      String backend = shop.one("SELECT pg_backend_pid()");
                      elsewhere(() -> shop.one("SELECT pg_terminate_backend(" + backend + ")"));
                      part("pear");
                      return true;
                    }))
        .isInstanceOf(DatabaseUnavailableException.class);
    assertThat(skus()).isEmpty();
    assertThat(done).doesNotContain("pear");
  }

  @Test
  void another_thread_has_transactions_of_its_own() {
    assertThatThrownBy(
            () ->
                transactions.joint(
                    (connection, joint) -> {
                      elsewhere(() -> part("pear"));
                      throw new IllegalStateException("rolled back");
                    }))
        .hasMessage("rolled back");

    assertThat(skus()).containsExactly("pear");
    assertThat(done).containsExactly("pear");
  }

  @Test
  void a_call_within_a_plain_call_stays_a_transaction_of_its_own() {
    assertThatThrownBy(
            () ->
                transactions.call(
                    connection -> {
                      part("pear");
                      throw new IllegalStateException("rolled back");
                    }))
        .hasMessage("rolled back");

    assertThat(skus()).containsExactly("pear");
  }

  @Test
  void without_a_transaction_there_is_nothing_to_wait_for() {
    afterCommit.run(() -> done.add("at once"), () -> done.add("never"));

    assertThat(done).containsExactly("at once");
  }

  private boolean part(String sku) {
    return transactions.call(
        connection -> {
          afterCommit.run(() -> done.add(sku), () -> done.add("not " + sku));
          try (var insert = connection.createStatement()) {
            insert.execute("INSERT INTO stock (sku, on_hand) VALUES ('" + sku + "', 1)");
          }
          return true;
        });
  }

  private long onHand(String sku) {
    return transactions.call(connection -> Stock.<Stock>findById(sku).onHand);
  }

  private List<String> skus() {
    return shop.column("SELECT sku FROM stock ORDER BY sku");
  }

  private List<String> skusAsOthersSeeThem() {
    List<String> seen = new ArrayList<>();
    elsewhere(() -> seen.addAll(skus()));
    return seen;
  }

  private static void elsewhere(Runnable work) {
    CompletableFuture.runAsync(work).join();
  }
}
