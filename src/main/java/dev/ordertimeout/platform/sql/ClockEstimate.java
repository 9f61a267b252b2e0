package dev.ordertimeout.platform.sql;

/**
 * What another machine's clock shows, kept from answers that carried its time. Rests on this
 * process's monotonic clock, so that a wrong or jumping wall clock here does no harm. Of recent
 * answers the one that came back fastest counts: it can be off by at most half its round trip.
 */
public final class ClockEstimate {
  private static final long TRUST_NANOS = 10_000_000_000L;
  private static final double NANOS_PER_MS = 1_000_000.0;

  private Sample best = new Sample(0, Long.MAX_VALUE, 0);
  private boolean known;

  /**
   * Takes in an answer.
   *
   * @param remoteMs the other clock as it answered, ms since 1970, with fractions
   * @param sentNanos {@link System#nanoTime} before asking
   * @param receivedNanos after the answer
   */
  public synchronized void observe(double remoteMs, long sentNanos, long receivedNanos) {
    long roundTrip = receivedNanos - sentNanos;
    boolean stale = receivedNanos - best.takenNanos() > TRUST_NANOS;
    if (!known || stale || roundTrip <= best.roundTripNanos()) {
      double middle = (sentNanos + roundTrip / 2) / NANOS_PER_MS;
      best = new Sample(remoteMs - middle, roundTrip, receivedNanos);
      known = true;
    }
  }

  /** Whether any answer was seen. */
  public synchronized boolean known() {
    return known;
  }

  /** The other clock now, ms since 1970, with fractions. */
  public synchronized double nowMs() {
    return System.nanoTime() / NANOS_PER_MS + best.offsetMs();
  }

  /** This clock minus the other, ms; both must be known. */
  public double minus(ClockEstimate other) {
    return offsetMs() - other.offsetMs();
  }

  private synchronized double offsetMs() {
    return best.offsetMs();
  }

  private record Sample(double offsetMs, long roundTripNanos, long takenNanos) {}
}
