package dev.ordertimeout.stock;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.platform.web.OperatorActions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;

/** Registers a SKU, or corrects what is on hand. */
@ApplicationScoped
public class StockService {
  private static final String SET_IF_NOT_BELOW_RESERVED =
      "INSERT INTO stock AS s (sku, on_hand) VALUES (?, ?)"
          + " ON CONFLICT (sku) DO UPDATE SET on_hand = excluded.on_hand"
          + " WHERE s.reserved <= excluded.on_hand";

  private final Transactions transactions;
  private final OperatorActions actions;

  StockService(Transactions transactions, OperatorActions actions) {
    this.transactions = transactions;
    this.actions = actions;
  }

  /**
   * Sets what is on hand; a SKU that is new is tracked from now on.
   *
   * @param onHand pieces, not negative
   * @throws ProblemException stock-below-reserved if open orders hold more than that
   */
  public Stock setOnHand(String sku, long onHand, String operator) {
    return transactions.call(
        connection -> {
          if (!setIfNotBelowReserved(connection, sku, onHand)) {
            throw new ProblemException(
                ProblemCode.STOCK_BELOW_RESERVED,
                "Open orders hold more than " + onHand + " of SKU " + sku);
          }
          actions.record(connection, operator, "SET_STOCK", sku, Map.of("onHand", onHand));
          return Stock.findById(sku);
        });
  }

  private static boolean setIfNotBelowReserved(Connection connection, String sku, long onHand)
      throws SQLException {
    try (PreparedStatement upsert = connection.prepareStatement(SET_IF_NOT_BELOW_RESERVED)) {
      upsert.setString(1, sku);
      upsert.setLong(2, onHand);
      return upsert.executeUpdate() == 1;
    }
  }
}
