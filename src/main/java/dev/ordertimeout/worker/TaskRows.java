package dev.ordertimeout.worker;

import dev.ordertimeout.platform.sql.SqlFile;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads from PostgreSQL which tasks the orders' rows imply, through one view per kind ({@code
 * task_<kind>}). Pages follow the partial indexes of open rows, so they cost what is open.
 */
@ApplicationScoped
public class TaskRows {
  private static final String BY_TIME = SqlFile.read("tasks_of_rows");
  private static final String BY_ORDER = SqlFile.read("tasks_of_orders");
  private static final UUID FIRST_ID = new UUID(0, 0);

  /**
   * A task that a row implies.
   *
   * @param rowDueAtMs the indexed time of its row, ms since 1970
   * @param placedAtMs when its order was placed, ms since 1970
   */
  public record Row(Task task, long rowDueAtMs, long placedAtMs) {}

  /**
   * One page of the tasks due in a span of time, the earliest first. Tasks that gave up or wait for
   * another try are left out.
   *
   * @param after the last row of the page before; null for the first page
   */
  public List<Row> page(
      Connection connection, TaskKind kind, Span span, @Nullable Row after, int limit)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(of(kind, BY_TIME))) {
      select.setLong(1, span.fromMs());
      select.setLong(2, span.toMs());
      select.setLong(3, after == null ? 0 : after.rowDueAtMs());
      select.setObject(4, after == null ? FIRST_ID : after.task().id().orderId());
      select.setInt(5, after == null ? 0 : after.task().id().tier());
      select.setLong(6, span.toMs());
      select.setString(7, kind.name());
      select.setInt(8, limit);
      return rows(kind, select);
    }
  }

  /** The tasks of a kind that these orders imply, without those that gave up. */
  public List<Row> of(Connection connection, TaskKind kind, Collection<UUID> orderIds)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(of(kind, BY_ORDER))) {
      select.setArray(1, connection.createArrayOf("uuid", orderIds.toArray()));
      select.setString(2, kind.name());
      return rows(kind, select);
    }
  }

  private static List<Row> rows(TaskKind kind, PreparedStatement select) throws SQLException {
    List<Row> found = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        TaskId id = new TaskId(kind, rows.getObject("order_id", UUID.class), rows.getInt("tier"));
        found.add(
            new Row(
                new Task(id, rows.getLong("due_at_ms")),
                rows.getLong("row_due_at_ms"),
                rows.getLong("placed_at_ms")));
      }
    }
    return found;
  }

  private static String of(TaskKind kind, String statement) {
    return statement.replace("%s", "task_" + kind.name().toLowerCase(Locale.ROOT));
  }

  /**
   * A span of time, ms since 1970.
   *
   * @param fromMs inclusive
   * @param toMs exclusive
   */
  public record Span(long fromMs, long toMs) {
    /** Everything before a time. */
    public static Span before(long toMs) {
      return new Span(0, toMs);
    }
  }
}
