package dev.ordertimeout.support;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Looks at the database from outside the service, on a connection of its own. */
public final class Observer implements AutoCloseable {
  private static final String LOOK =
      "SELECT status, (extract(epoch FROM clock_timestamp() - expires_at) * 1000)::float8"
          + " FROM orders WHERE id = ?";

  private final Connection connection;

  private Observer(Connection connection) {
    this.connection = connection;
  }

  public static Observer connect() {
    return connect(TestServers.config());
  }

  /**
   * @param config of the service whose database is looked at
   */
  public static Observer connect(Map<String, String> config) {
    try {
      return new Observer(
          DriverManager.getConnection(
              config.get("quarkus.datasource.jdbc.url"),
              config.get("quarkus.datasource.username"),
              config.get("quarkus.datasource.password")));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Looks without a pause until the order is seen cancelled.
   *
   * @return how long after its deadline that was by the database's clock, ms; negative if before
   */
  public double msFromDeadlineToSeenCancelled(UUID orderId, Duration patience) {
    long giveUp = System.nanoTime() + patience.toNanos();
    try (PreparedStatement look = connection.prepareStatement(LOOK)) {
      look.setObject(1, orderId);
      while (System.nanoTime() < giveUp) {
        try (ResultSet row = look.executeQuery()) {
          row.next();
          if (row.getString(1).equals("CANCELLED")) {
            return row.getDouble(2);
          }
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    throw new AssertionError("Order " + orderId + " was not cancelled within " + patience);
  }

  public long count(String sql, Object... parameters) {
    return Long.parseLong(column(sql, parameters).get(0));
  }

  public List<String> column(String sql, Object... parameters) {
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        select.setObject(i + 1, parameters[i]);
      }
      List<String> values = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          values.add(rows.getString(1));
        }
      }
      return values;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public void sql(String sql) {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
