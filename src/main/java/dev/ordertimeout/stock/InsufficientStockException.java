package dev.ordertimeout.stock;

/** A registered SKU has less available than an order asks for. Nothing is reserved then. */
public class InsufficientStockException extends RuntimeException {
  private final String shortage;

  public InsufficientStockException(String sku, long asked, long available) {
    this("SKU " + sku + " has " + available + " available, asked for " + asked);
  }

  private InsufficientStockException(String shortage) {
    super(shortage);
    this.shortage = shortage;
  }

  /** One sentence with the SKU and both quantities. */
  public String shortage() {
    return shortage;
  }
}
