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
    int looked = 0;
    List<Task> moved = new ArrayList<>();
    try (PreparedStatement extend = connection.prepareStatement(EXTEND)) {
      extend.setObject(1, utc(deadline));
      extend.setObject(2, utc(placedBefore));
      extend.setInt(3, most);
      try (ResultSet rows = extend.executeQuery()) {
        while (rows.next()) {
          looked++;
          UUID orderId = rows.getObject("id", UUID.class);
          long cancelAtMs = rows.getLong("cancel_at_ms");
          if (!rows.wasNull()) {
            moved.add(new Task(TaskId.cancelUnpaid(orderId), cancelAtMs));
          }
        }
      }
    }
    return new Extended(looked, moved);
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
