package dev.ordertimeout.hall;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.event.EventType;
import dev.ordertimeout.event.OrderMetrics;
import dev.ordertimeout.order.OrderLocks;
import dev.ordertimeout.order.OrderStatus;
import dev.ordertimeout.pause.TaskPauses;
import dev.ordertimeout.platform.sql.SqlFile;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The guarded statements of the hall: granting tiers in batches, grabbing one order. */
@ApplicationScoped
public class HallStatements {
  private static final String GRANT = SqlFile.read("grant_tiers_if_waiting_and_due");
  private static final String GRAB = SqlFile.read("grab_if_waiting");

  private final TaskPauses pauses;
  private final OrderMetrics metrics;

  HallStatements(TaskPauses pauses, OrderMetrics metrics) {
    this.pauses = pauses;
    this.metrics = metrics;
  }

  /**
   * Grants those tiers that are due by the database's clock to orders that still stand in the hall.
   *
   * @param tiers tasks of kind SUBSIDY
   * @return an outcome for each task
   */
  public Map<TaskId, TaskOutcome> grantIfWaitingAndDue(
      Connection connection, List<TaskId> tiers, EventSource source) throws SQLException {
    Map<TaskId, TaskOutcome> outcomes = new HashMap<>();
    if (!pauses.enter(connection, TaskKind.SUBSIDY)) {
      tiers.forEach(tier -> outcomes.put(tier, new TaskOutcome.Paused()));
      return outcomes;
    }
    List<TaskId> free = ofFreeOrders(connection, tiers);
    try (PreparedStatement grant = connection.prepareStatement(GRANT)) {
      grant.setArray(
          1, connection.createArrayOf("uuid", free.stream().map(TaskId::orderId).toArray()));
      grant.setArray(2, connection.createArrayOf("int", free.stream().map(TaskId::tier).toArray()));
      grant.setString(3, source.name());
      try (ResultSet rows = grant.executeQuery()) {
        while (rows.next()) {
          UUID orderId = rows.getObject("id", UUID.class);
          outcomes.put(TaskId.subsidy(orderId, rows.getInt("tier")), outcome(rows));
        }
      }
    }
    addUnlocked(connection, tiers, outcomes);
    metrics.happened(
        EventType.SUBSIDY_GRANTED,
        (int) outcomes.values().stream().filter(TaskOutcome.Applied.class::isInstance).count());
    return outcomes;
  }

  /** Hands the order to the courier if it stands in the hall; waits for its lock. */
  Grab grabIfWaiting(Connection connection, UUID orderId, String courierId) throws SQLException {
    OrderLocks.await(connection, orderId);
    try (PreparedStatement grab = connection.prepareStatement(GRAB)) {
      grab.setObject(1, orderId);
      grab.setString(2, courierId);
      try (ResultSet row = grab.executeQuery()) {
        return row.next() ? outcome(row, courierId) : Grab.NOT_FOUND;
      }
    }
  }

  private static TaskOutcome outcome(ResultSet row) throws SQLException {
    if (!row.getBoolean("open")) {
      return new TaskOutcome.Closed();
    }
    long dueAtMs = row.getTimestamp("due_at").getTime();
    long nowMs = row.getTimestamp("now").getTime();
    return dueAtMs <= nowMs
        ? new TaskOutcome.Applied(dueAtMs)
        : new TaskOutcome.NotYet(dueAtMs, dueAtMs - nowMs);
  }

  private static Grab outcome(ResultSet row, String courierId) throws SQLException {
    if (row.getBoolean("grabbed")) {
      return Grab.GRABBED;
    }
    OrderStatus status = OrderStatus.valueOf(row.getString("status"));
    String holder = row.getString("grabbed_by");
    if (status == OrderStatus.CANCELLED) {
      return Grab.CANCELLED;
    }
    if (holder != null) {
      return holder.equals(courierId) ? Grab.HELD_ALREADY : Grab.TAKEN;
    }
    return Grab.EXPIRED;
  }

  private static List<TaskId> ofFreeOrders(Connection connection, List<TaskId> tiers)
      throws SQLException {
    Set<UUID> free =
        new HashSet<>(
            OrderLocks.takeFree(
                connection, tiers.stream().map(TaskId::orderId).distinct().toList()));
    return tiers.stream().filter(tier -> free.contains(tier.orderId())).toList();
  }

  private static void addUnlocked(
      Connection connection, List<TaskId> tiers, Map<TaskId, TaskOutcome> outcomes)
      throws SQLException {
    List<TaskId> open = tiers.stream().filter(tier -> !outcomes.containsKey(tier)).toList();
    Map<UUID, TaskOutcome> byOrder = new HashMap<>();
    OrderLocks.addUnlocked(
        connection, open.stream().map(TaskId::orderId).distinct().toList(), byOrder);
    for (TaskId tier : open) {
      outcomes.put(tier, byOrder.get(tier.orderId()));
    }
  }
}
