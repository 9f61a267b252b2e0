package dev.ordertimeout.event;

/** What can happen to an order. */
public enum EventType {
  PLACED,
  /** Not a row: what PLACED and DEADLINE_MOVED imply for the timers. */
  SCHEDULED,
  DEADLINE_MOVED,
  SUBSIDY_GRANTED,
  GRABBED,
  /** A capture that could not be accepted; the money is due back. */
  PAYMENT_REFUSED,
  PAID,
  CANCELLED
}
