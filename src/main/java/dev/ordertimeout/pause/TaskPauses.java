package dev.ordertimeout.pause;

import dev.ordertimeout.platform.sql.AdvisoryLock;
import dev.ordertimeout.task.TaskKind;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which kinds rest. A pause is a row, and a lock makes it sharp: a batch holds the kind's lock
 * shared until it commits, pausing takes it exclusively. So once a pause has committed, nothing of
 * that kind is applied any more.
 */
@ApplicationScoped
public class TaskPauses {
  private static final String ENTER =
      "SELECT pg_advisory_xact_lock_shared(?, ?); SELECT FROM task_pause WHERE kind = ?";
  private static final String PAUSE =
      "SELECT pg_advisory_xact_lock(?, ?);"
          + " INSERT INTO task_pause (kind) VALUES (?) ON CONFLICT (kind) DO NOTHING";

  /**
   * Keeps the kind from being paused until the transaction ends.
   *
   * @return false if it is paused already; then nothing of it may be applied
   */
  public boolean enter(Connection connection, TaskKind kind) throws SQLException {
    try (PreparedStatement enter = connection.prepareStatement(ENTER)) {
      bind(enter, kind);
      enter.execute();
      // Two statements in one round trip, each with a snapshot of its own: the second sees every
      // pause that committed before the lock was granted.
      enter.getMoreResults();
      try (ResultSet paused = enter.getResultSet()) {
        return !paused.next();
      }
    }
  }

  /** Pauses the kind; waits for its batches in hand. Paused already is no error. */
  public void pause(Connection connection, TaskKind kind) throws SQLException {
    try (PreparedStatement pause = connection.prepareStatement(PAUSE)) {
      bind(pause, kind);
      pause.execute();
    }
  }

  /** Ends the pause; not paused is no error. */
  public void resume(Connection connection, TaskKind kind) throws SQLException {
    try (PreparedStatement resume =
        connection.prepareStatement("DELETE FROM task_pause WHERE kind = ?")) {
      resume.setString(1, kind.name());
      resume.executeUpdate();
    }
  }

  /** The kinds that rest right now. */
  public Set<TaskKind> paused(Connection connection) throws SQLException {
    Set<TaskKind> paused = EnumSet.noneOf(TaskKind.class);
    try (Statement select = connection.createStatement();
        ResultSet rows = select.executeQuery("SELECT kind FROM task_pause")) {
      while (rows.next()) {
        paused.add(TaskKind.valueOf(rows.getString(1)));
      }
    }
    return paused;
  }

  private static void bind(PreparedStatement statement, TaskKind kind) throws SQLException {
    statement.setInt(1, AdvisoryLock.TASK_KIND);
    // Not the ordinal: instances of two versions must mean the same lock.
    statement.setInt(2, kind.name().hashCode());
    statement.setString(3, kind.name());
  }
}
