package dev.ordertimeout.order;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.event.EventType;
import dev.ordertimeout.event.OrderMetrics;
import dev.ordertimeout.pause.TaskPauses;
import dev.ordertimeout.platform.sql.SqlFile;
import dev.ordertimeout.stock.StockLedger;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import dev.ordertimeout.task.TaskScheduler;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cancels unpaid orders: the batch that timers and sweep ask for, and the single one that a caller
 * asks for, by one and the same guarded statement. Everything that belongs to a cancel happens in
 * the caller's transaction: event, void grants, stock given back.
 */
@ApplicationScoped
public class OrderTransitions {
  private static final String CANCEL_UNPAID = SqlFile.read("cancel_unpaid");
  private static final String SETTLE = SqlFile.read("settle_cancelled");

  private final TaskPauses pauses;
  private final StockLedger stock;
  private final OrderMetrics metrics;
  private final TaskScheduler scheduler;

  OrderTransitions(
      TaskPauses pauses, StockLedger stock, OrderMetrics metrics, TaskScheduler scheduler) {
    this.pauses = pauses;
    this.stock = stock;
    this.metrics = metrics;
    this.scheduler = scheduler;
  }

  /**
   * Cancels those of the orders that are unpaid and due by the database's clock.
   *
   * @return an outcome for each id
   */
  public Map<UUID, TaskOutcome> cancelIfUnpaidAndDue(
      Connection connection, List<UUID> orderIds, EventSource source) throws SQLException {
    Map<UUID, TaskOutcome> outcomes = new HashMap<>();
    if (!pauses.enter(connection, TaskKind.CANCEL_UNPAID)) {
      orderIds.forEach(id -> outcomes.put(id, new TaskOutcome.Paused()));
      return outcomes;
    }
    List<UUID> locked = OrderLocks.takeFree(connection, orderIds);
    for (Judged row : cancel(connection, locked, CancelReason.PAYMENT_TIMEOUT, source, true)) {
      outcomes.put(row.id(), row.outcome());
    }
    OrderLocks.addUnlocked(connection, orderIds, outcomes);
    return outcomes;
  }

  /**
   * Cancels the order if it is unpaid, due or not; waits for its lock.
   *
   * @return whether it was; false too if there is no such order
   */
  public boolean cancelIfUnpaid(Connection connection, UUID orderId, CancelReason reason)
      throws SQLException {
    OrderLocks.await(connection, orderId);
    return cancel(connection, List.of(orderId), reason, EventSource.REQUEST, false).stream()
        .anyMatch(Judged::cancelled);
  }

  private List<Judged> cancel(
      Connection connection,
      List<UUID> orderIds,
      CancelReason reason,
      EventSource source,
      boolean onlyDue)
      throws SQLException {
    List<Judged> judged = new ArrayList<>();
    try (PreparedStatement cancel = connection.prepareStatement(CANCEL_UNPAID)) {
      cancel.setArray(1, connection.createArrayOf("uuid", orderIds.toArray()));
      cancel.setString(2, reason.name());
      cancel.setString(3, source.name());
      cancel.setBoolean(4, onlyDue);
      try (ResultSet rows = cancel.executeQuery()) {
        while (rows.next()) {
          judged.add(Judged.of(rows));
        }
      }
    }
    List<Judged> cancelled = judged.stream().filter(Judged::cancelled).toList();
    if (!cancelled.isEmpty()) {
      settle(connection, cancelled);
      tell(cancelled, source);
    }
    return judged;
  }

  /** Grants, failures and stock, the stock last: a hot SKU is then locked for the shortest time. */
  private void settle(Connection connection, List<Judged> cancelled) throws SQLException {
    try (PreparedStatement settle = connection.prepareStatement(SETTLE)) {
      Array ids = connection.createArrayOf("uuid", cancelled.stream().map(Judged::id).toArray());
      settle.setArray(1, ids);
      settle.setArray(2, ids);
      settle.execute();
    }
    stock.giveBack(
        connection, cancelled.stream().filter(Judged::reserves).map(Judged::id).toList());
  }

  /** Timers that lost their ground leave the queue; the one that fired is acknowledged anyway. */
  private void tell(List<Judged> cancelled, EventSource source) {
    metrics.happened(EventType.CANCELLED, cancelled.size());
    Stream<TaskId> tiers = cancelled.stream().flatMap(order -> order.openTiers().stream());
    Stream<TaskId> cancels =
        source == EventSource.REQUEST
            ? cancelled.stream().map(order -> TaskId.cancelUnpaid(order.id()))
            : Stream.empty();
    scheduler.unschedule(Stream.concat(tiers, cancels).toList());
  }

  /** How the statement found one order, and what it did. Times in ms since 1970. */
  private record Judged(
      UUID id,
      OrderStatus found,
      long cancelAtMs,
      long nowMs,
      boolean cancelled,
      boolean reserves,
      List<TaskId> openTiers) {

    static Judged of(ResultSet row) throws SQLException {
      UUID id = row.getObject("id", UUID.class);
      return new Judged(
          id,
          OrderStatus.valueOf(row.getString("status")),
          row.getTimestamp("cancel_at").getTime(),
          row.getTimestamp("now").getTime(),
          row.getBoolean("cancelled"),
          row.getBoolean("reserves"),
          openTiers(id, row.getArray("open_tiers")));
    }

    private static List<TaskId> openTiers(UUID id, @Nullable Array tiers) throws SQLException {
      return tiers == null
          ? List.of()
          : Arrays.stream((Integer[]) tiers.getArray())
              .map(tier -> TaskId.subsidy(id, tier))
              .toList();
    }

    TaskOutcome outcome() {
      if (cancelled) {
        return new TaskOutcome.Applied(cancelAtMs);
      }
      return found.closed()
          ? new TaskOutcome.Closed()
          : new TaskOutcome.NotYet(cancelAtMs, cancelAtMs - nowMs);
    }
  }
}
