package dev.ordertimeout.payment;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.order.OrderLocks;
import dev.ordertimeout.order.OrderStatus;
import dev.ordertimeout.order.OrderTransitions;
import dev.ordertimeout.platform.sql.SqlFile;
import dev.ordertimeout.stock.StockLedger;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.hibernate.id.uuid.UuidVersion7Strategy;

/** Applies a capture to its order and keeps it, in the caller's transaction. */
@ApplicationScoped
class CaptureStatements {
  private static final String PAY = SqlFile.read("pay_if_pending_and_in_time");
  private static final String RECORD = SqlFile.read("record_capture");

  private final OrderTransitions transitions;
  private final StockLedger stock;

  CaptureStatements(OrderTransitions transitions, StockLedger stock) {
    this.transitions = transitions;
    this.stock = stock;
  }

  /**
   * Pays the order if it is pending, in time and matched, and keeps the capture with its answer. An
   * order found past its deadline is cancelled on the spot, unless cancelling is paused.
   *
   * @return the id of the payment
   */
  UUID apply(Connection connection, Capture capture) throws SQLException {
    Found found = payIfPendingAndInTime(connection, capture);
    UUID id = record(connection, capture, found.answer());
    if (found.answer() == PaymentAnswer.ACCEPTED && found.reserves()) {
      stock.consume(connection, capture.orderId());
    }
    if (found.answer() == PaymentAnswer.ORDER_EXPIRED) {
      transitions.cancelIfUnpaidAndDue(connection, List.of(capture.orderId()), EventSource.REQUEST);
    }
    return id;
  }

  /** Writes the capture's row. A reference that is taken fails the transaction. */
  private static UUID record(Connection connection, Capture capture, PaymentAnswer answer)
      throws SQLException {
    UUID id = UuidVersion7Strategy.INSTANCE.generateUuid(null);
    try (PreparedStatement insert = connection.prepareStatement(RECORD)) {
      insert.setObject(1, id);
      insert.setString(2, capture.reference());
      insert.setObject(3, capture.orderId());
      insert.setLong(4, capture.amount());
      insert.setString(5, capture.currency());
      insert.setString(6, answer.status().name());
      insert.setString(7, answer.name());
      insert.executeUpdate();
    }
    return id;
  }

  private static Found payIfPendingAndInTime(Connection connection, Capture capture)
      throws SQLException {
    OrderLocks.await(connection, capture.orderId());
    try (PreparedStatement pay = connection.prepareStatement(PAY)) {
      pay.setObject(1, capture.orderId());
      pay.setLong(2, capture.amount());
      pay.setString(3, capture.currency());
      pay.setString(4, capture.reference());
      try (ResultSet row = pay.executeQuery()) {
        return row.next()
            ? new Found(answer(row), row.getBoolean("reserves"))
            : new Found(PaymentAnswer.ORDER_NOT_FOUND, false);
      }
    }
  }

  private static PaymentAnswer answer(ResultSet row) throws SQLException {
    if (row.getBoolean("paid")) {
      return PaymentAnswer.ACCEPTED;
    }
    return switch (OrderStatus.valueOf(row.getString("status"))) {
      case PAID -> PaymentAnswer.ORDER_ALREADY_PAID;
      case CANCELLED -> PaymentAnswer.ORDER_CANCELLED;
      case PENDING_PAYMENT ->
          row.getBoolean("in_time")
              ? PaymentAnswer.PAYMENT_AMOUNT_MISMATCH
              : PaymentAnswer.ORDER_EXPIRED;
    };
  }

  private record Found(PaymentAnswer answer, boolean reserves) {}
}
