package dev.ordertimeout.worker;

import dev.ordertimeout.platform.BackgroundLoop;
import dev.ordertimeout.platform.OrderTimeoutConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Sweeps at a steady beat; one that took longer than the beat is followed at once by the next. */
@ApplicationScoped
class SweepLoop {
  private final Sweep sweep;
  private final Duration every;
  private final BackgroundLoop loop = new BackgroundLoop("sweep", this::step);

  SweepLoop(Sweep sweep, OrderTimeoutConfig config) {
    this.sweep = sweep;
    every = config.sweep().every();
  }

  void start() {
    loop.start();
  }

  /** Takes no more; {@link #stop} waits for the page in hand. */
  void askToStop() {
    loop.askToStop();
  }

  void stop(Duration patience) {
    loop.stop(patience);
  }

  private Duration step() {
    long started = System.nanoTime();
    sweep.runOnce(loop::stopping);
    return every.minusNanos(System.nanoTime() - started);
  }
}
