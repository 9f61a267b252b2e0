package dev.ordertimeout.platform.sql;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The database's clock, by which everything is due: an estimate, measured again by whoever asks the
 * database anyway. Transitions do not use it, their statements read the clock itself.
 */
@ApplicationScoped
public class DatabaseClock {
  private static final String NOW = "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000";

  private final Transactions transactions;
  private final ClockEstimate estimate = new ClockEstimate();

  DatabaseClock(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Asks the database. */
  public void measure(Connection connection) throws SQLException {
    try (PreparedStatement now = connection.prepareStatement(NOW)) {
      long sent = System.nanoTime();
      try (ResultSet row = now.executeQuery()) {
        row.next();
        estimate.observe(row.getDouble(1), sent, System.nanoTime());
      }
    }
  }

  /** The time now, ms since 1970, with fractions; asks the database if it never was asked. */
  public double nowMs() {
    return estimate().nowMs();
  }

  /** This clock minus another one, ms. */
  public double minus(ClockEstimate other) {
    return estimate().minus(other);
  }

  private ClockEstimate estimate() {
    if (!estimate.known()) {
      transactions.call(
          connection -> {
            measure(connection);
            return true;
          });
    }
    return estimate;
  }
}
