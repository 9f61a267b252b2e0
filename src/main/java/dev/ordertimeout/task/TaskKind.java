package dev.ordertimeout.task;

/**
 * What a timer does when it is due. A further kind costs a constant here, a line in {@link
 * TaskPlan} and one handler.
 */
public enum TaskKind {
  /** Cancels an order that nobody paid; one per order. */
  CANCEL_UNPAID(false),
  /** Grants one subsidy tier to an order that still stands in the hall; one per order and tier. */
  SUBSIDY(true);

  private final boolean tiered;

  TaskKind(boolean tiered) {
    this.tiered = tiered;
  }

  /** Whether an order has several tasks of this kind, told apart by their tier (1, 2, …). */
  public boolean tiered() {
    return tiered;
  }
}
