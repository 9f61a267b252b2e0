package dev.ordertimeout.hall;

/** What came of a courier reaching for an order. */
enum Grab {
  GRABBED,
  NOT_FOUND,
  TAKEN,
  CANCELLED,
  EXPIRED
}
