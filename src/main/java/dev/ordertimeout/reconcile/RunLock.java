package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.sql.AdvisoryLock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Lets one reconciliation run in the whole deployment. PostgreSQL holds the lock for as long as
 * this connection lives, so it cannot outlive the process.
 */
final class RunLock implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(RunLock.class);

  private final Connection connection;

  private RunLock(Connection connection) {
    this.connection = connection;
  }

  /**
   * Takes the lock; to be called outside any transaction.
   *
   * @return null if a run holds it, here or elsewhere
   * @throws SQLException if PostgreSQL is out
   */
  static @Nullable RunLock tryTake(DataSource dataSource) throws SQLException {
    Connection connection = dataSource.getConnection();
    try {
      if (call(connection, "SELECT pg_try_advisory_lock(?, 0)")) {
        return new RunLock(connection);
      }
    } catch (SQLException e) {
      connection.abort(Runnable::run);
      throw e;
    }
    connection.close();
    return null;
  }

  /** What is written through it is written only while the lock is held. */
  Connection connection() {
    return connection;
  }

  @Override
  public void close() {
    try {
      if (!call(connection, "SELECT pg_advisory_unlock(?, 0)")) {
        LOG.warn("The lock of the reconciliation was gone before its run ended");
      }
      connection.close();
    } catch (SQLException e) {
      LOG.debug("The connection is dropped, and the lock with it", e);
      abort();
    }
  }

  private void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      LOG.warn("A connection that may hold the lock of the reconciliation could not be dropped", e);
    }
  }

  private static boolean call(Connection connection, String function) throws SQLException {
    try (PreparedStatement call = connection.prepareStatement(function)) {
      call.setInt(1, AdvisoryLock.RECONCILIATION);
      try (ResultSet row = call.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }
}
