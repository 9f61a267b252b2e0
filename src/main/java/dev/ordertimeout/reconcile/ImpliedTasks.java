package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.sql.SqlFile;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.worker.TaskRows;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the rows say, each read in a short transaction of its own. */
@ApplicationScoped
class ImpliedTasks {
  private static final String SET_ASIDE = SqlFile.read("reconcile_set_aside");

  /** The year 9999 ends: no timer is due later. */
  private static final long LATEST_MS = 253_402_300_800_000L;

  private final Transactions transactions;
  private final TaskRows rows;
  private final int pageSize;

  ImpliedTasks(Transactions transactions, TaskRows rows, OrderTimeoutConfig config) {
    this.transactions = transactions;
    this.rows = rows;
    pageSize = config.reconcile().pageSize();
  }

  /**
   * Some timers of a kind.
   *
   * @param newOrders of how many orders no timer was on an earlier page, of this kind or another
   */
  record Page(List<TaskRows.Row> rows, int newOrders) {
    private TaskRows.Row last() {
      return rows.get(rows.size() - 1);
    }
  }

  /**
   * The next page, in the order of the rows' times.
   *
   * @return null after the last
   */
  @Nullable Page pageAfter(TaskKind kind, @Nullable Page before) {
    TaskRows.Row last = before == null ? null : before.last();
    // The span begins where the last page ended, so that the index is entered there.
    TaskRows.Span rest = new TaskRows.Span(last == null ? 0 : last.rowDueAtMs(), LATEST_MS);
    Page page =
        transactions.call(
            connection -> {
              List<TaskRows.Row> found = rows.page(connection, kind, rest, last, pageSize);
              return new Page(found, newOrders(connection, kind, found, last));
            });
    return page.rows().isEmpty() ? null : page;
  }

  private int newOrders(
      Connection connection, TaskKind kind, List<TaskRows.Row> page, TaskRows.@Nullable Row last)
      throws SQLException {
    Set<UUID> orders =
        page.stream().map(row -> row.task().id().orderId()).collect(Collectors.toSet());
    if (last != null) {
      orders.remove(last.task().id().orderId());
    }
    for (TaskKind earlier : TaskKind.values()) {
      if (earlier.compareTo(kind) < 0 && !orders.isEmpty()) {
        rows.of(connection, earlier, List.copyOf(orders))
            .forEach(row -> orders.remove(row.task().id().orderId()));
      }
    }
    return orders.size();
  }

  /** Which of the tasks, all of this kind, some row implies, and their due times, ms since 1970. */
  Map<TaskId, Long> dueTimes(TaskKind kind, Collection<TaskId> tasks) {
    return transactions.call(connection -> dueTimes(connection, kind, orders(tasks)));
  }

  /**
   * Due times as {@link #dueTimes}, and the tasks that are set aside.
   *
   * @param setAside gave up, or wait for another try; the queue need not hold them
   */
  record Closely(Map<TaskId, Long> dueTimes, Set<TaskId> setAside) {}

  Closely closely(TaskKind kind, Collection<TaskId> tasks) {
    Set<UUID> orders = orders(tasks);
    return transactions.call(
        connection ->
            new Closely(dueTimes(connection, kind, orders), setAside(connection, kind, orders)));
  }

  private Map<TaskId, Long> dueTimes(Connection connection, TaskKind kind, Set<UUID> orders)
      throws SQLException {
    Map<TaskId, Long> dueTimes = new HashMap<>();
    for (TaskRows.Row row : rows.of(connection, kind, orders)) {
      dueTimes.put(row.task().id(), row.task().dueAtMs());
    }
    return dueTimes;
  }

  private static Set<TaskId> setAside(Connection connection, TaskKind kind, Set<UUID> orders)
      throws SQLException {
    Set<TaskId> setAside = new HashSet<>();
    try (PreparedStatement select = connection.prepareStatement(SET_ASIDE)) {
      select.setString(1, kind.name());
      select.setArray(2, connection.createArrayOf("uuid", orders.toArray()));
      try (ResultSet failures = select.executeQuery()) {
        while (failures.next()) {
          UUID order = failures.getObject("order_id", UUID.class);
          setAside.add(new TaskId(kind, order, failures.getInt("tier")));
        }
      }
    }
    return setAside;
  }

  private static Set<UUID> orders(Collection<TaskId> tasks) {
    return tasks.stream().map(TaskId::orderId).collect(Collectors.toSet());
  }
}
