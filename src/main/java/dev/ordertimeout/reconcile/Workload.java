package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** How much there is to compare, for those who want to see how much is left. */
@ApplicationScoped
class Workload {
  private final Transactions transactions;
  private final TaskQueueInspector inspector;

  Workload(Transactions transactions, TaskQueueInspector inspector) {
    this.transactions = transactions;
    this.inspector = inspector;
  }

  /** Timers of rows and entries of the queue together, as {@link Tally#compared} counts them. */
  long measure() {
    return entries() + transactions.call(Workload::timers);
  }

  /** 0 where the queue cannot say; that is for the run to see to. */
  private long entries() {
    try {
      return inspector.counts(0).values().stream()
          .mapToLong(counts -> counts.scheduled() + counts.due())
          .sum();
    } catch (QueueUnavailableException e) {
      return 0;
    }
  }

  private static long timers(Connection connection) throws SQLException {
    long timers = 0;
    try (Statement count = connection.createStatement()) {
      for (TaskKind kind : TaskKind.values()) {
        String view = "task_" + kind.name().toLowerCase(Locale.ROOT);
        try (ResultSet row = count.executeQuery("SELECT count(*) FROM " + view)) {
          row.next();
          timers += row.getLong(1);
        }
      }
    }
    return timers;
  }
}
