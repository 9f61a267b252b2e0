package dev.ordertimeout.worker;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.sql.ContentionException;
import dev.ordertimeout.platform.sql.SqlFile;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.task.TaskId;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;

/**
 * Remembers, in PostgreSQL, which tasks failed: how often, why, when they are tried again, and
 * which gave up. Queue and sweep count in the same row, so that losing the queue loses no count.
 */
@ApplicationScoped
public class TaskFailures {
  private static final Logger LOG = Logger.getLogger(TaskFailures.class);
  private static final String RECORD = SqlFile.read("record_failure");
  private static final long FIRST_DELAY_MS = 1_000;
  private static final long LONGEST_DELAY_MS = 60_000;

  private static final int LONGEST_ERROR = 2_000;

  private final Transactions transactions;
  private final int maxAttempts;

  TaskFailures(Transactions transactions, OrderTimeoutConfig config) {
    this.transactions = transactions;
    maxAttempts = config.worker().maxAttempts();
  }

  /**
   * Counts a failure of a task that ran alone.
   *
   * @param dueAtMs when it was due, ms since 1970
   */
  Verdict failed(TaskId task, long dueAtMs, RuntimeException cause) {
    return record(task, dueAtMs, describe(cause), maxAttempts);
  }

  /** Sets a task aside that took its worker down each time it ran alone. */
  void bury(TaskId task, long dueAtMs, int claims) {
    record(
        task, dueAtMs, "Its worker died while holding it; it was claimed " + claims + " times", 1);
  }

  private Verdict record(TaskId task, long dueAtMs, String error, int most) {
    Verdict verdict;
    try {
      verdict = transactions.call(connection -> record(connection, task, dueAtMs, error, most));
    } catch (ContentionException e) {
      // Somebody is just changing this row, such as a transition that ends the timer.
      return new Verdict(0, false, FIRST_DELAY_MS);
    }
    if (verdict.dead()) {
      LOG.errorf(
          "%s gave up after %d attempts and waits under /api/v1/admin/dead-tasks: %s",
          task, verdict.attempts(), error);
    } else if (verdict.attempts() == 1) {
      LOG.warnf("%s failed, is tried again in %d ms: %s", task, verdict.delayMs(), error);
    }
    return verdict;
  }

  private static Verdict record(
      Connection connection, TaskId task, long dueAtMs, String error, int most)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(RECORD)) {
      long delayMs = backoffMs(attemptsSoFar(connection, task));
      insert.setString(1, task.kind().name());
      insert.setObject(2, task.orderId());
      insert.setInt(3, task.tier());
      insert.setLong(4, dueAtMs);
      insert.setString(5, error);
      insert.setLong(6, delayMs);
      insert.setInt(7, most);
      insert.setInt(8, most);
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return new Verdict(row.getInt("attempts"), row.getBoolean("dead"), delayMs);
      }
    }
  }

  private static int attemptsSoFar(Connection connection, TaskId task) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT attempts FROM task_failure WHERE kind = ? AND order_id = ? AND tier = ?")) {
      select.setString(1, task.kind().name());
      select.setObject(2, task.orderId());
      select.setInt(3, task.tier());
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getInt(1) : 0;
      }
    }
  }

  /**
   * Doubles from a second to a minute, spread by a quarter so that failures do not march in step.
   */
  private static long backoffMs(int failuresBefore) {
    long delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS << Math.min(failuresBefore, 10));
    return delay + ThreadLocalRandom.current().nextLong(delay / 4);
  }

  private static String describe(RuntimeException cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = (root.getClass().getSimpleName() + ": " + root.getMessage()).replace('\0', ' ');
    return text.length() <= LONGEST_ERROR ? text : text.substring(0, LONGEST_ERROR);
  }

  /**
   * What becomes of a task that failed.
   *
   * @param delayMs until it may be tried again, ms
   */
  record Verdict(int attempts, boolean dead, long delayMs) {}
}
