package dev.ordertimeout.order;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.SqlFile;
import dev.ordertimeout.stock.StockLedger;
import dev.ordertimeout.subsidy.SubsidyPlan;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.hibernate.id.uuid.UuidVersion7Strategy;

/** Writes a new order: reserves its stock, then its row and first events in one statement. */
@ApplicationScoped
class OrderPlacing {
  private static final String PLACE = SqlFile.read("place");

  private final StockLedger stock;
  private final SubsidyPlan subsidies;
  private final PaymentWindow paymentWindow;
  private final ObjectMapper json;

  OrderPlacing(
      StockLedger stock, SubsidyPlan subsidies, PaymentWindow paymentWindow, ObjectMapper json) {
    this.stock = stock;
    this.subsidies = subsidies;
    this.paymentWindow = paymentWindow;
    this.json = json;
  }

  /**
   * @return the order as it now stands in its row
   * @throws ProblemException if the total does not fit, or the window is out of bounds
   * @throws dev.ordertimeout.stock.InsufficientStockException if stock is short
   */
  Order place(Connection connection, PlaceOrder request) throws SQLException {
    Duration window = paymentWindow.of(request.window());
    Order order = draft(request);
    Set<String> reserved = stock.reserve(connection, request.quantities());
    order.lines =
        request.lines().stream()
            .map(line -> line.toOrderLine(reserved.contains(line.sku())))
            .toList();
    insert(connection, order, window);
    if (order.status == OrderStatus.PAID && !reserved.isEmpty()) {
      stock.consume(connection, order.id);
    }
    return order;
  }

  private Order draft(PlaceOrder request) {
    Order order = new Order();
    order.id = UuidVersion7Strategy.INSTANCE.generateUuid(null);
    order.customerId = request.customerId();
    order.currency = request.currency();
    order.totalAmount = request.total();
    order.status = order.totalAmount == 0 ? OrderStatus.PAID : OrderStatus.PENDING_PAYMENT;
    order.tiers = subsidies.forTotal(order.totalAmount);
    order.tiersGranted = new int[0];
    return order;
  }

  private void insert(Connection connection, Order order, Duration window) throws SQLException {
    try (PreparedStatement place = connection.prepareStatement(PLACE)) {
      place.setObject(1, order.id);
      place.setString(2, order.customerId);
      place.setString(3, order.currency);
      place.setLong(4, order.totalAmount);
      place.setString(5, toJson(order.lines));
      place.setString(6, toJson(order.tiers));
      place.setLong(7, window.toMillis());
      if (order.tiers.isEmpty()) {
        place.setNull(8, Types.BIGINT);
      } else {
        place.setLong(8, order.tiers.get(0).afterMs());
      }
      try (ResultSet placed = place.executeQuery()) {
        placed.next();
        setTimes(order, placed.getTimestamp(1).toInstant(), placed.getTimestamp(2).toInstant());
      }
    }
  }

  private static void setTimes(Order order, Instant placedAt, Instant expiresAt) {
    order.placedAt = placedAt;
    order.expiresAt = expiresAt;
    order.cancelAt = expiresAt;
    if (order.status == OrderStatus.PAID) {
      order.paidAt = placedAt;
    }
    if (!order.tiers.isEmpty()) {
      order.nextSubsidyAt = placedAt.plusMillis(order.tiers.get(0).afterMs());
    }
  }

  private String toJson(List<?> records) {
    try {
      return json.writeValueAsString(records);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A plain record could not be written as JSON", e);
    }
  }
}
