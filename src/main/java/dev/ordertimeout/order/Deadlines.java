package dev.ordertimeout.order;

import dev.ordertimeout.platform.sql.SqlFile;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Moves the deadlines of unpaid orders: one order's, or all that would be cancelled too soon. */
@ApplicationScoped
public class Deadlines {
  private static final String MOVE = SqlFile.read("move_deadline_if_open");
  private static final String LOCK_DUE = SqlFile.read("orders_due_before");
  private static final String EXTEND = SqlFile.read("extend_deadlines_before");

  /** What came of asking for another deadline. */
  public enum Moved {
    MOVED,
    NOT_FOUND,
    PAID,
    CANCELLED,
    EXPIRED,
    NOT_AHEAD
  }

  /** Moves the order's deadline if it is open and the new one lies ahead; waits for its lock. */
  public Moved moveIfOpen(Connection connection, UUID orderId, Instant deadline)
      throws SQLException {
    OrderLocks.await(connection, orderId);
    try (PreparedStatement move = connection.prepareStatement(MOVE)) {
      move.setObject(1, orderId);
      move.setObject(2, utc(deadline));
      try (ResultSet row = move.executeQuery()) {
        return row.next() ? outcome(row) : Moved.NOT_FOUND;
      }
    }
  }

  /**
   * A page of orders that were looked at.
   *
   * @param looked how many; 0 when none is left
   * @param moved the timers of those whose deadline was moved
   */
  public record Extended(int looked, List<Task> moved) {}

  /**
   * Gives up to {@code most} unpaid orders with an earlier deadline this one, even expired ones.
   *
   * @param placedBefore leaves out orders placed since, which would come without end
   */
  public Extended extendBefore(
      Connection connection, Instant deadline, Instant placedBefore, int most) throws SQLException {
    List<UUID> page = lockDueBefore(connection, deadline, placedBefore, most);
    List<Task> moved = new ArrayList<>();
    try (PreparedStatement extend = connection.prepareStatement(EXTEND)) {
      extend.setObject(1, utc(deadline));
      extend.setArray(2, connection.createArrayOf("uuid", page.toArray()));
      try (ResultSet rows = extend.executeQuery()) {
        while (rows.next()) {
          UUID orderId = rows.getObject("id", UUID.class);
          moved.add(new Task(TaskId.cancelUnpaid(orderId), rows.getLong("cancel_at_ms")));
        }
      }
    }
    return new Extended(page.size(), moved);
  }

  private static List<UUID> lockDueBefore(
      Connection connection, Instant deadline, Instant placedBefore, int most) throws SQLException {
    List<UUID> page = new ArrayList<>();
    try (PreparedStatement lock = connection.prepareStatement(LOCK_DUE)) {
      lock.setObject(1, utc(deadline));
      lock.setObject(2, utc(placedBefore));
      lock.setInt(3, most);
      try (ResultSet rows = lock.executeQuery()) {
        while (rows.next()) {
          page.add(rows.getObject(1, UUID.class));
        }
      }
    }
    return page;
  }

  private static Moved outcome(ResultSet row) throws SQLException {
    if (row.getBoolean("moved")) {
      return Moved.MOVED;
    }
    return switch (OrderStatus.valueOf(row.getString("status"))) {
      case PAID -> Moved.PAID;
      case CANCELLED -> Moved.CANCELLED;
      case PENDING_PAYMENT -> row.getBoolean("open") ? Moved.NOT_AHEAD : Moved.EXPIRED;
    };
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
