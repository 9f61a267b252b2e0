package dev.ordertimeout.support;

import dev.ordertimeout.order.Order;
import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.order.PlaceOrder;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.redis.QueueState;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskPlan;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.worker.TimerRelay;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What tests do to orders. Time is moved by moving the times of the rows and their timers, so that
 * nothing waits.
 */
@ApplicationScoped
public class Shop {
  public static final Duration WINDOW = Duration.ofMinutes(30);

  private final OrderService orders;
  private final TaskQueue queue;
  private final TimerRelay relay;
  private final Transactions transactions;
  private final QueueFixture fixture;

  Shop(
      OrderService orders,
      TaskQueue queue,
      TimerRelay relay,
      Transactions transactions,
      QueueFixture fixture) {
    this.orders = orders;
    this.queue = queue;
    this.relay = relay;
    this.transactions = transactions;
    this.fixture = fixture;
  }

  /** Nothing placed, nothing scheduled, nothing paused. */
  public void clear() {
    sql(
        "TRUNCATE orders, payment, subsidy, stock, order_event, task_failure, task_pause, worker,"
            + " reconciliation_run, operator_action, idempotency_key");
    flushRedis();
  }

  public void flushRedis() {
    fixture.clear();
  }

  /** An order of 10.00 EUR for something that is not tracked, timers delivered. */
  public UUID order() {
    return order(line("apple", 2, 500));
  }

  public UUID order(PlaceOrder.Line... lines) {
    Order placed = orders.place(new PlaceOrder("ann", "EUR", List.of(lines), WINDOW));
    relay.runOnce();
    return placed.id;
  }

  public static PlaceOrder.Line line(String sku, int quantity, long unitAmount) {
    return new PlaceOrder.Line(sku, quantity, unitAmount);
  }

  public List<UUID> orders(int count) {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(order());
    }
    return ids;
  }

  public void stock(String sku, long onHand) {
    sql("INSERT INTO stock (sku, on_hand) VALUES (?, ?)", sku, onHand);
  }

  /** Makes it this much later for the order: row and timers move into the past. */
  public void later(UUID orderId, Duration passed) {
    shiftRow(orderId, passed);
    queue.schedule(TaskPlan.of(read(orderId).facts()));
  }

  /** As {@link #later}, but the timers are not told. */
  public void shiftRow(UUID orderId, Duration passed) {
    sql(
        "UPDATE orders SET placed_at = placed_at - d, expires_at = expires_at - d,"
            + " cancel_at = cancel_at - d, next_subsidy_at = next_subsidy_at - d"
            + " FROM (SELECT ?::bigint * interval '1 ms' AS d) shift WHERE id = ?",
        passed.toMillis(),
        orderId);
  }

  /** The payment window is over, a moment ago. */
  public void windowOver(UUID... orderIds) {
    for (UUID orderId : orderIds) {
      later(orderId, WINDOW.plusMillis(20));
    }
  }

  public Order read(UUID orderId) {
    return transactions.call(connection -> Order.<Order>findById(orderId));
  }

  public String status(UUID orderId) {
    return read(orderId).status.name();
  }

  /** The types of the order's events, in their order. */
  public List<String> events(UUID orderId) {
    return column("SELECT type FROM order_event WHERE order_id = ? ORDER BY id", orderId);
  }

  /** The tiers in the ledger and how they stand, such as {@code 1 GRANTED}. */
  public List<String> ledger(UUID orderId) {
    return column(
        "SELECT tier || ' ' || status FROM subsidy WHERE order_id = ? ORDER BY tier", orderId);
  }

  /** Pieces of a SKU: on hand and reserved, such as {@code 10/2}. */
  public String stock(String sku) {
    return one("SELECT on_hand || '/' || reserved FROM stock WHERE sku = ?", sku);
  }

  public void schedule(TaskId task, long dueAtMs) {
    queue.schedule(List.of(new Task(task, dueAtMs)));
  }

  public long count(String sql, Object... parameters) {
    return Long.parseLong(one(sql, parameters));
  }

  public String one(String sql, Object... parameters) {
    return column(sql, parameters).get(0);
  }

  public List<String> column(String sql, Object... parameters) {
    return transactions.call(
        connection -> {
          try (PreparedStatement select = connection.prepareStatement(sql)) {
            bind(select, parameters);
            List<String> values = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
              while (rows.next()) {
                values.add(rows.getString(1));
              }
            }
            return values;
          }
        });
  }

  public int sql(String sql, Object... parameters) {
    return transactions.call(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            statement.execute();
            return statement.getUpdateCount();
          }
        });
  }

  private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
  }

  /** All that the queue holds of a kind. */
  public QueueState queue(TaskKind kind) {
    return fixture.read(kind);
  }
}
