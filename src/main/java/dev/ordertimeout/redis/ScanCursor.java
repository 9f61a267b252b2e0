package dev.ordertimeout.redis;

import org.jspecify.annotations.Nullable;

/**
 * Where a scan over several keys stands.
 *
 * @param step which of the keys
 * @param position the server's own cursor within it
 */
record ScanCursor(int step, String position) {

  /** Reads what {@link #next} gave; null begins. */
  static ScanCursor of(@Nullable String text) {
    if (text == null) {
      return new ScanCursor(0, "0");
    }
    String[] parts = text.split(":", 2);
    if (parts.length != 2) {
      throw new IllegalArgumentException("no scan cursor: " + text);
    }
    return new ScanCursor(Integer.parseInt(parts[0]), parts[1]);
  }

  /** For the next page; null after the last. */
  @Nullable String next(String position, int steps) {
    if (!position.equals("0")) {
      return step + ":" + position;
    }
    return step + 1 < steps ? step + 1 + ":0" : null;
  }
}
