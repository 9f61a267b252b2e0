package dev.ordertimeout.worker;

import dev.ordertimeout.task.QueueWatcher;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import java.time.Duration;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Whether the queue can be used, as it says itself. Logged when it changes. While it cannot, the
 * sweep takes over without grace; once it can again, that is told.
 */
@ApplicationScoped
public class QueueHealth implements QueueWatcher {
  private static final Logger LOG = Logger.getLogger(QueueHealth.class);

  private final Event<QueueRecovered> recovered;
  private volatile @Nullable String outage;
  private volatile @Nullable Long recoveredNanos;

  QueueHealth(Event<QueueRecovered> recovered) {
    this.recovered = recovered;
  }

  @Override
  public void tell(@Nullable String now) {
    boolean wasOut = isOut();
    if (wasOut && now == null) {
      recoveredNanos = System.nanoTime();
    }
    outage = now;
    if (!wasOut && now != null) {
      LOG.warnf(
          "Redis is out (%s); due orders are taken from the database, within 3 s, until it is back",
          now);
    } else if (wasOut && now == null) {
      LOG.info("Redis answers again; timers are punctual again");
      recovered.fireAsync(new QueueRecovered());
    }
  }

  public boolean isOut() {
    return outage != null;
  }

  /** Why the queue is out; null while it can be used. */
  public @Nullable String reason() {
    return outage;
  }

  /** Takes the last outage to be long ago, as a process does that has just started. */
  void forget() {
    recoveredNanos = null;
  }

  /** Whether the queue is out, or was a moment ago. */
  boolean wasOutWithin(Duration time) {
    Long since = recoveredNanos;
    return isOut() || (since != null && System.nanoTime() - since < time.toNanos());
  }
}
