package dev.ordertimeout.order;

import dev.ordertimeout.task.TaskOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Locks orders' rows, always in the order of their ids. Every guarded statement comes after its
 * lock, as a statement of its own: one that waits for the row itself would go on with the snapshot
 * it began with, and PostgreSQL would check its constraints against a row that is no more.
 */
public final class OrderLocks {
  private static final String WAIT = "SELECT FROM orders WHERE id = ? FOR UPDATE";
  private static final String FREE =
      "SELECT id FROM orders WHERE id = ANY (?) ORDER BY id FOR UPDATE SKIP LOCKED";
  private static final String EXISTING = "SELECT id FROM orders WHERE id = ANY (?)";

  private OrderLocks() {}

  /** Waits for the order's row, if there is one. */
  public static void await(Connection connection, UUID orderId) throws SQLException {
    try (PreparedStatement lock = connection.prepareStatement(WAIT)) {
      lock.setObject(1, orderId);
      lock.execute();
    }
  }

  /** Locks those of the orders that exist and that nobody holds; waits for none. */
  public static List<UUID> takeFree(Connection connection, List<UUID> orderIds)
      throws SQLException {
    return ids(connection, FREE, orderIds);
  }

  /** Adds an outcome for each order that has none: another transaction holds it, or it is not. */
  public static void addUnlocked(
      Connection connection, List<UUID> orderIds, Map<UUID, TaskOutcome> outcomes)
      throws SQLException {
    Set<UUID> missing = new HashSet<>(orderIds);
    missing.removeAll(outcomes.keySet());
    if (missing.isEmpty()) {
      return;
    }
    missing.forEach(id -> outcomes.put(id, new TaskOutcome.Unknown()));
    ids(connection, EXISTING, List.copyOf(missing))
        .forEach(id -> outcomes.put(id, new TaskOutcome.Locked()));
  }

  private static List<UUID> ids(Connection connection, String query, List<UUID> orderIds)
      throws SQLException {
    List<UUID> found = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(query)) {
      select.setArray(1, connection.createArrayOf("uuid", orderIds.toArray()));
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getObject(1, UUID.class));
        }
      }
    }
    return found;
  }
}
