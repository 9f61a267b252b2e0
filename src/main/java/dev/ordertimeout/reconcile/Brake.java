package dev.ordertimeout.reconcile;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Ends the run of this process when the process is asked to end, while Redis and PostgreSQL are
 * still connected, so that its row can say so.
 */
@ApplicationScoped
class Brake {
  private static final Logger LOG = Logger.getLogger(Brake.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CountDownLatch pulled = new CountDownLatch(1);
  private final Semaphore track = new Semaphore(1);

  /** A run begins; it must {@link #leave} when its row says how it ended. */
  void enter() {
    track.acquireUninterruptibly();
  }

  void leave() {
    track.release();
  }

  boolean isPulled() {
    return pulled.getCount() == 0;
  }

  /**
   * Waits, unless and until the process is asked to end.
   *
   * @return whether it is
   */
  boolean isPulledWithin(Duration time) {
    try {
      return pulled.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  void pull(@Observes ShutdownEvent stopping) {
    pulled.countDown();
    try {
      if (!track.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warnf(
            "The reconciliation did not end within %s; it will show as interrupted", PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
