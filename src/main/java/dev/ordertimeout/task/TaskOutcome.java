package dev.ordertimeout.task;

/** What applying one due task came to. Each is an ordinary outcome except {@link Failed}. */
public sealed interface TaskOutcome {

  /**
   * The transition was made; only this changes the order.
   *
   * @param dueAtMs when it was due, ms since 1970
   */
  record Applied(long dueAtMs) implements TaskOutcome {}

  /** The row implies this timer no more: paid, cancelled, grabbed, already granted. */
  record Closed() implements TaskOutcome {}

  /** No such order: the entry was forged, or belongs to another deployment under this prefix. */
  record Unknown() implements TaskOutcome {}

  /**
   * The row says it is due later.
   *
   * @param dueAtMs ms since 1970
   * @param remainingMs until then by the database's clock, ms
   */
  record NotYet(long dueAtMs, long remainingMs) implements TaskOutcome {}

  /** Another transaction holds the row; it may decide the matter. */
  record Locked() implements TaskOutcome {}

  /** An operator has paused the kind. */
  record Paused() implements TaskOutcome {}

  /** The transition threw, with no other task in the transaction. */
  record Failed(RuntimeException cause) implements TaskOutcome {}
}
