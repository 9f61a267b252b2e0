package dev.ordertimeout.hall;

/** What came of a courier reaching for an order. */
enum Grab {
  GRABBED,
  /** By the same courier, before. */
  HELD_ALREADY,
  NOT_FOUND,
  TAKEN,
  CANCELLED,
  EXPIRED
}
