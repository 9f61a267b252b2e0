package dev.ordertimeout.stock;

/** A registered SKU has less available than an order asks for. Nothing is reserved then. */
public class InsufficientStockException extends RuntimeException {
  public InsufficientStockException(String sku, long asked, long available) {
    super("SKU " + sku + " has " + available + " available, asked for " + asked);
  }
}
