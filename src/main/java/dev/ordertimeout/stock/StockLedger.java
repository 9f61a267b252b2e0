package dev.ordertimeout.stock;

import dev.ordertimeout.platform.sql.SqlFile;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Moves stock in the transaction of an order's transition: reserved once when placed, given back
 * once when cancelled, consumed once when paid. SKUs that are not registered are not tracked. Call
 * it last before the commit: hot SKUs are then locked for the shortest time.
 */
@ApplicationScoped
public class StockLedger {
  private static final String RESERVE =
      "SELECT FROM stock WHERE sku = ANY (?) ORDER BY sku FOR UPDATE;"
          + SqlFile.read("stock_reserve");
  private static final String LOCK = SqlFile.read("stock_lock");
  private static final String GIVE_BACK = LOCK + ";" + SqlFile.read("stock_give_back");
  private static final String CONSUME = LOCK + ";" + SqlFile.read("stock_consume");

  /**
   * Reserves what an order asks for.
   *
   * @param quantities per SKU, each positive
   * @return the SKUs that are tracked and now reserved
   * @throws InsufficientStockException if one has too little; the transaction must be rolled back
   */
  public Set<String> reserve(Connection connection, Map<String, Long> quantities)
      throws SQLException {
    Set<String> reserved = new HashSet<>();
    try (PreparedStatement reserve = connection.prepareStatement(RESERVE)) {
      List<String> skus = List.copyOf(quantities.keySet());
      Array names = connection.createArrayOf("text", skus.toArray());
      reserve.setArray(1, names);
      reserve.setArray(2, names);
      reserve.setArray(
          3, connection.createArrayOf("bigint", skus.stream().map(quantities::get).toArray()));
      reserve.execute();
      // The locks first, in a statement of their own: see OrderLocks, which has the same reason.
      reserve.getMoreResults();
      try (ResultSet rows = reserve.getResultSet()) {
        while (rows.next()) {
          String sku = rows.getString("sku");
          if (!rows.getBoolean("reserved")) {
            long asked = quantities.getOrDefault(sku, 0L);
            throw new InsufficientStockException(sku, asked, rows.getLong("available"));
          }
          reserved.add(sku);
        }
      }
    }
    return reserved;
  }

  /** Gives back what cancelled orders had reserved. */
  public void giveBack(Connection connection, List<UUID> orderIds) throws SQLException {
    move(connection, GIVE_BACK, orderIds);
  }

  /** Takes what a paid order had reserved out of the stock. */
  public void consume(Connection connection, UUID orderId) throws SQLException {
    move(connection, CONSUME, List.of(orderId));
  }

  private static void move(Connection connection, String lockAndUpdate, List<UUID> orderIds)
      throws SQLException {
    if (orderIds.isEmpty()) {
      return;
    }
    try (PreparedStatement move = connection.prepareStatement(lockAndUpdate)) {
      Array ids = connection.createArrayOf("uuid", orderIds.toArray());
      move.setArray(1, ids);
      move.setArray(2, ids);
      move.execute();
    }
  }
}
