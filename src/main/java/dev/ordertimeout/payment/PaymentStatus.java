package dev.ordertimeout.payment;

/** What became of captured money. */
public enum PaymentStatus {
  /** It paid its order. */
  ACCEPTED,
  /** It came too late, twice or wrong, and goes back to the customer. */
  REFUND_DUE,
  REFUNDED,
  /** No order is known for it; it goes back too. */
  UNMATCHED
}
