package dev.ordertimeout.redis.model;

/** The queue did not do what it promises. */
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1;

  Violation(String what) {
    super(what);
  }

  /** Both must be equal. */
  static void unlessSame(String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new Violation("%s%n  expected %s%n  but was  %s".formatted(what, expected, actual));
    }
  }
}
