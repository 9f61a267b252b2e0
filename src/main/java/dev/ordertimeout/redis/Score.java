package dev.ordertimeout.redis;

/** Reads scores: doubles in the server's notation, which anybody may have set to anything. */
final class Score {
  private Score() {}

  /** In whole ms, rounded down; beyond 64 bits, and for inf, the nearest long. */
  static long toMs(String score) {
    return switch (score) {
      case "inf" -> Long.MAX_VALUE;
      case "-inf" -> Long.MIN_VALUE;
      default -> (long) Math.floor(Double.parseDouble(score));
    };
  }
}
