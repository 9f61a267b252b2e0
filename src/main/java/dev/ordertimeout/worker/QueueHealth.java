package dev.ordertimeout.worker;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Whether the queue answers. Logged when it changes. While it does not, the sweep takes over
 * without grace.
 */
@ApplicationScoped
public class QueueHealth {
  private static final Logger LOG = Logger.getLogger(QueueHealth.class);

  private final AtomicReference<@Nullable String> outage = new AtomicReference<>();

  /** To be told after each call that went well. */
  void answered() {
    if (outage.get() != null && outage.getAndSet(null) != null) {
      LOG.info("Redis answers again; timers are punctual again");
    }
  }

  /** To be told after each call that did not. */
  void failed(RuntimeException failure) {
    if (outage.getAndSet(String.valueOf(failure.getMessage())) == null) {
      LOG.warnf(
          "Redis is out (%s); due orders are taken from the database, within 3 s, until it is back",
          failure.getMessage());
    }
  }

  public boolean isOut() {
    return outage.get() != null;
  }

  /** Why the queue is out; null while it answers. */
  public @Nullable String reason() {
    return outage.get();
  }
}
