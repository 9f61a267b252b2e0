package dev.ordertimeout.platform.sql;

import dev.ordertimeout.platform.BackgroundLoop;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Keeps some connections of the pool for the timers. However many requests wait, as after an outage
 * when everybody asks again at once, worker and sweep find a connection; requests take turns at the
 * others.
 */
@ApplicationScoped
class RequestShare {
  private static final int FOR_THE_TIMERS = 4;

  private final Semaphore turns;
  private final Duration patience;

  RequestShare(
      @ConfigProperty(name = "quarkus.datasource.jdbc.max-size") int poolSize,
      @ConfigProperty(name = "quarkus.datasource.jdbc.acquisition-timeout") Duration patience) {
    turns = new Semaphore(Math.max(1, poolSize - FOR_THE_TIMERS), true);
    this.patience = patience;
  }

  /**
   * Waits for a turn, unless this thread is a background loop's, and returns what ends it.
   *
   * @throws DatabaseUnavailableException if it does not come in the time that the pool would wait
   */
  Turn take() {
    if (BackgroundLoop.isCurrent()) {
      return () -> {};
    }
    try {
      if (turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return turns::release;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new DatabaseUnavailableException(
        new TimeoutException("all connections were in use for " + patience));
  }

  /** The right to one connection. */
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }
}
