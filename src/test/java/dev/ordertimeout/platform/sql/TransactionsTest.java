package dev.ordertimeout.platform.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a failing transaction is taken for: an outage, a lost race, or a fault of what it did. */
@QuarkusTest
class TransactionsTest {
  @Inject Transactions transactions;
  @Inject Shop shop;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void a_connection_lost_under_a_statement_is_an_outage() {
    assertThatThrownBy(
            () ->
                transactions.call(
                    connection -> {
                      insert(connection);
                      terminate(connection);
                      return insert(connection);
                    }))
        .isInstanceOf(DatabaseUnavailableException.class);
    assertThat(shop.count("SELECT count(*) FROM stock")).isZero();
  }

  @Test
  void a_connection_lost_under_the_commit_is_an_outage() {
    assertThatThrownBy(
            () ->
                transactions.call(
                    connection -> {
                      insert(connection);
                      terminate(connection);
                      return true;
                    }))
        .isInstanceOf(DatabaseUnavailableException.class);
    assertThat(shop.count("SELECT count(*) FROM stock")).isZero();
  }

  @Test
  void a_row_that_breaks_a_rule_is_a_fault_and_named() {
    shop.stock("pear", 1);

    assertThatThrownBy(() -> transactions.call(TransactionsTest::insert))
        .isNotInstanceOf(DatabaseUnavailableException.class)
        .satisfies(e -> assertThat(SqlFailures.violates(e, "stock_pkey")).isTrue());
  }

  private static boolean insert(Connection connection) throws SQLException {
    try (var insert = connection.createStatement()) {
      return insert.execute("INSERT INTO stock (sku, on_hand) VALUES ('pear', 1)");
    }
  }

  /** From another connection, so that this one learns of it only when it is used again. */
  private void terminate(Connection connection) throws SQLException {
    int backend;
    try (var pid = connection.createStatement();
        var row = pid.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      backend = row.getInt(1);
    }
    shop.one("SELECT pg_terminate_backend(?)", backend);
  }
}
