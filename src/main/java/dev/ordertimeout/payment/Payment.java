package dev.ordertimeout.payment;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/** A capture's row, for reading. The amount is minor units of {@link #currency}. */
@Entity
@Immutable
@Table(name = "payment")
public class Payment extends PanacheEntityBase {
  @Id public UUID id;

  /** The payment side's own name for the capture; unique. */
  public String reference;

  /** The order it was reported for; there is none when UNMATCHED. */
  @Column(name = "order_id")
  public UUID orderId;

  public long amount;
  public String currency;

  @Enumerated(EnumType.STRING)
  public PaymentStatus status;

  @Enumerated(EnumType.STRING)
  public PaymentAnswer answer;

  @Column(name = "received_at")
  public Instant receivedAt;

  @Column(name = "refunded_at")
  public @Nullable Instant refundedAt;

  static Optional<Payment> byReference(String reference) {
    return find("reference", reference).firstResultOptional();
  }

  /** The captures reported for an order, oldest first. */
  public static List<Payment> of(UUID orderId) {
    return list("orderId = ?1 order by receivedAt, id", orderId);
  }

  /**
   * A page of captures with this status, oldest first: whoever waits longest is served first.
   *
   * @param after only captures after this position; null for the first page
   */
  static List<Payment> page(PaymentStatus status, @Nullable Position after, int limit) {
    Map<String, Object> parameters = new HashMap<>(Map.of("status", status));
    String condition = "status = :status";
    if (after != null) {
      condition += " and (receivedAt, id) > (:receivedAt, :id)";
      parameters.put("receivedAt", after.receivedAt());
      parameters.put("id", after.id());
    }
    return Payment.<Payment>find(condition + " order by receivedAt, id", parameters)
        .range(0, limit - 1)
        .list();
  }

  /** Where a page ended. */
  record Position(Instant receivedAt, UUID id) {}
}
