package dev.ordertimeout.reconcile;

import dev.ordertimeout.task.QueueUnavailableException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Asks the queue again when it does not answer, so that a moment's outage does not end a run of
 * many minutes; each call a few times within ten seconds, then the run fails. Every call of a run
 * may be repeated: what the lost one did, the next finds done.
 */
@ApplicationScoped
class Patience {
  private static final int MOST_REPEATS = 5;
  private static final Duration FIRST_WAIT = Duration.ofMillis(250);

  private final Brake brake;
  private final AtomicLong repeats = new AtomicLong();

  Patience(Brake brake) {
    this.brake = brake;
  }

  /**
   * @throws QueueUnavailableException if the queue is still out after the last try
   * @throws InterruptedRunException if the process is asked to end
   */
  <T> T ask(Supplier<T> call) {
    Duration wait = FIRST_WAIT;
    for (int tries = 1; ; tries++) {
      try {
        return call.get();
      } catch (QueueUnavailableException e) {
        if (tries > MOST_REPEATS) {
          throw e;
        }
      }
      if (brake.isPulledWithin(wait)) {
        throw new InterruptedRunException();
      }
      repeats.incrementAndGet();
      wait = wait.multipliedBy(2);
    }
  }

  /** How many calls were repeated so far, by all runs of this process. */
  long repeats() {
    return repeats.get();
  }
}
