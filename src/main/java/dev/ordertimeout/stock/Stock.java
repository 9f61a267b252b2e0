package dev.ordertimeout.stock;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;

/** The row of a tracked SKU, for reading; {@link StockLedger} moves it. Pieces. */
@Entity
@Immutable
@Table(name = "stock")
public class Stock extends PanacheEntityBase {
  @Id public String sku;

  @Column(name = "on_hand")
  public long onHand;

  /** Of these on hand, how many belong to open orders. */
  public long reserved;
}
