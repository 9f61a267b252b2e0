package dev.ordertimeout.order;

/** Why an order was cancelled. */
public enum CancelReason {
  PAYMENT_TIMEOUT,
  CUSTOMER,
  OPERATOR
}
