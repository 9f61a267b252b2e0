package dev.ordertimeout.event;

/** What made something happen to an order. */
public enum EventSource {
  /** A caller. */
  REQUEST,
  /** A timer in Redis: the ordinary way for what is due. */
  REDIS,
  /** The scan of the rows: the timer was missed. */
  SWEEP
}
