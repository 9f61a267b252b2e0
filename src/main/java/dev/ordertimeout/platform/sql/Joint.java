package dev.ordertimeout.platform.sql;

import dev.ordertimeout.platform.sql.Transactions.Work;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A transaction made of parts: each stands or falls on its own, as a transaction would, but all
 * that stand are committed together or not at all.
 */
public final class Joint {
  private final Aftermath aftermath;
  private final EntityManager entities;
  private boolean lastStands;

  Joint(Aftermath aftermath, EntityManager entities) {
    this.aftermath = aftermath;
    this.entities = entities;
  }

  /** Whether there was a part and the last one stands. What was said after it, it backs. */
  public boolean lastStands() {
    return lastStands;
  }

  /** Does the work; if it fails, undoes what it did, and no more than that. */
  <T> T part(Connection connection, Work<T> work) throws SQLException {
    lastStands = false;
    entities.clear(); // A part reads rows as they are, not as an earlier one has met them.
    int mark = aftermath.mark();
    execute(connection, "SAVEPOINT part");
    T result;
    try {
      result = work.on(connection);
    } catch (Throwable failure) {
      aftermath.undoSince(mark);
      undo(connection, failure);
      throw failure;
    }
    execute(connection, "RELEASE SAVEPOINT part");
    lastStands = true;
    return result;
  }

  /** Where the connection is lost, the whole transaction is undone anyway. */
  private static void undo(Connection connection, Throwable failure) {
    try {
      execute(connection, "ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part");
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  /** As plain statements: the pool takes a rollback to a savepoint for one of the transaction. */
  private static void execute(Connection connection, String command) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }
}
