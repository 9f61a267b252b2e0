package dev.ordertimeout.order;

import dev.ordertimeout.subsidy.SubsidyTier;
import dev.ordertimeout.task.TaskPlan;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * An order's row, for reading. It is changed by guarded statements alone ({@link
 * OrderTransitions}), never through Hibernate. Amounts are minor units of {@link #currency}.
 */
@Entity
@Immutable
@Table(name = "orders")
public class Order extends PanacheEntityBase {
  @Id public UUID id;

  @Column(name = "customer_id")
  public String customerId;

  @Enumerated(EnumType.STRING)
  public OrderStatus status;

  @Column(name = "cancel_reason")
  @Enumerated(EnumType.STRING)
  public @Nullable CancelReason cancelReason;

  public String currency;

  @Column(name = "total_amount")
  public long totalAmount;

  @JdbcTypeCode(SqlTypes.JSON)
  public List<OrderLine> lines;

  @JdbcTypeCode(SqlTypes.JSON)
  public List<SubsidyTier> tiers;

  @Column(name = "placed_at")
  public Instant placedAt;

  /** A payment is accepted before this. */
  @Column(name = "expires_at")
  public Instant expiresAt;

  /** Cancelled at this, if still unpaid; never before {@link #expiresAt}. */
  @Column(name = "cancel_at")
  public Instant cancelAt;

  @Column(name = "paid_at")
  public @Nullable Instant paidAt;

  @Column(name = "cancelled_at")
  public @Nullable Instant cancelledAt;

  @Column(name = "grabbed_by")
  public @Nullable String grabbedBy;

  @Column(name = "grabbed_at")
  public @Nullable Instant grabbedAt;

  /** The earliest tier not yet granted; null out of the hall. */
  @Column(name = "next_subsidy_at")
  public @Nullable Instant nextSubsidyAt;

  @Column(name = "tiers_granted")
  @JdbcTypeCode(SqlTypes.ARRAY)
  public int[] tiersGranted;

  @Column(name = "subsidy_amount")
  public long subsidyAmount;

  /** Whether it stands in the hall: from placing until it is grabbed or cancelled, paid or not. */
  public boolean inHall() {
    return grabbedAt == null && status != OrderStatus.CANCELLED;
  }

  /** What of this row decides its timers. */
  public TaskPlan.Facts facts() {
    return new TaskPlan.Facts(
        id, status.closed() ? null : cancelAt.toEpochMilli(), inHall() ? openTiers() : List.of());
  }

  private List<TaskPlan.OpenTier> openTiers() {
    return tiers.stream()
        .filter(tier -> Arrays.stream(tiersGranted).noneMatch(granted -> granted == tier.tier()))
        .map(
            tier ->
                new TaskPlan.OpenTier(
                    tier.tier(), placedAt.plusMillis(tier.afterMs()).toEpochMilli()))
        .toList();
  }
}
