package dev.ordertimeout.support;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Keeps locks of PostgreSQL from outside the service until it is closed. */
public final class Hold implements AutoCloseable {
  private final Connection connection;

  private Hold(Connection connection) {
    this.connection = connection;
  }

  /** Lets rows of the table be read, but no more be added. */
  public static Hold inserts(String table) {
    return by("LOCK TABLE " + table + " IN SHARE MODE");
  }

  /** Lets nobody else take stock of the SKU. */
  public static Hold stock(String sku) {
    return by("SELECT FROM stock WHERE sku = '" + sku + "' FOR UPDATE");
  }

  private static Hold by(String sql) {
    try {
      Connection connection =
          DriverManager.getConnection(
              TestServers.jdbcUrl(), TestServers.user(), TestServers.password());
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        statement.execute(sql);
      }
      return new Hold(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lets go; how many wait for it is of no matter. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
