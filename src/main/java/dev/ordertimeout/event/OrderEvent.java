package dev.ordertimeout.event;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of the event log, for reading; rows are written by the transitions themselves. */
@Entity
@Immutable
@Table(name = "order_event")
public class OrderEvent extends PanacheEntityBase {
  @Id public Long id;

  @Column(name = "order_id")
  public UUID orderId;

  @Enumerated(EnumType.STRING)
  public EventType type;

  public Instant at;

  @Enumerated(EnumType.STRING)
  public EventSource source;

  /** When it was due, for what a timer does. */
  @Column(name = "due_at")
  public @Nullable Instant dueAt;

  @JdbcTypeCode(SqlTypes.JSON)
  public @Nullable Map<String, Object> data;

  /** What happened to an order, oldest first; empty for an unknown order. */
  public static List<OrderEvent> of(UUID orderId) {
    return list("orderId = ?1 order by id", orderId);
  }
}
