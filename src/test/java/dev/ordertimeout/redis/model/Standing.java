package dev.ordertimeout.redis.model;

import dev.ordertimeout.redis.RedisKeys.Part;
import org.jspecify.annotations.Nullable;

/**
 * All that the queue holds of one task.
 *
 * @param dueAtMs in the due entries, ms since 1970; null if it is not among them
 * @param leaseEndMs by the queue's clock, ms since 1970; null without a lease
 * @param hold what the claims say of it; null if nothing
 */
record Standing(@Nullable Long dueAtMs, @Nullable Long leaseEndMs, @Nullable Hold hold) {
  static final Standing NONE = new Standing(null, null, null);

  /**
   * @param dueAtMs its first due time, ms since 1970
   * @param token of the claim that holds the task; empty while it waits for another try
   */
  record Hold(int attempts, long dueAtMs, String token) {
    static Hold parse(String written) {
      String[] parts = written.split("\\|", 3);
      return new Hold(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), parts[2]);
    }

    /** As the claims have it. */
    String written() {
      return attempts + "|" + dueAtMs + "|" + token;
    }

    private String said() {
      return attempts + "|" + Clocks.said(dueAtMs) + "|" + token;
    }
  }

  /** Whether the queue will hand it out some time. */
  boolean isQueued() {
    return dueAtMs != null || leaseEndMs != null;
  }

  int attempts() {
    return hold == null ? 0 : hold.attempts();
  }

  boolean isHeldBy(String token) {
    return hold != null && hold.token().equals(token);
  }

  Standing due(@Nullable Long atMs) {
    return new Standing(atMs, leaseEndMs, hold);
  }

  Standing leased(@Nullable Long endMs) {
    return new Standing(dueAtMs, endMs, hold);
  }

  Standing held(@Nullable Hold by) {
    return new Standing(dueAtMs, leaseEndMs, by);
  }

  Standing without(Part part) {
    return switch (part) {
      case DUE -> due(null);
      case LEASED -> leased(null);
      case CLAIMS -> held(null);
      case MALFORMED, SET_ASIDE -> this;
    };
  }

  @Override
  public String toString() {
    return "(due %s, leased until %s, claims %s)"
        .formatted(Clocks.said(dueAtMs), Clocks.said(leaseEndMs), hold == null ? "-" : hold.said());
  }
}
