package dev.ordertimeout.worker;

import dev.ordertimeout.platform.BackgroundLoop;
import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.task.QueueUnavailableException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Runs the worker again whenever the next task is due, at the latest after {@code max-poll}. */
@ApplicationScoped
class WorkerLoop {
  private final TaskWorker worker;
  private final NextWake nextWake;
  private final WorkerPulse pulse;
  private final Duration maxPoll;
  private final BackgroundLoop loop = new BackgroundLoop("task-worker", this::step);

  WorkerLoop(
      TaskWorker worker, NextWake nextWake, WorkerPulse pulse, OrderTimeoutConfig config) {
    this.worker = worker;
    this.nextWake = nextWake;
    this.pulse = pulse;
    maxPoll = config.worker().maxPoll();
  }

  void start() {
    nextWake.onEarlier(loop::wake);
    loop.start();
  }

  /** Finishes the batch in hand, gives the rest back, and signs off. */
  void stop(Duration patience) {
    loop.stop(patience);
    pulse.signOff();
  }

  private Duration step() {
    try {
      Duration rest = worker.runOnce(loop::stopping).rest(maxPoll);
      nextWake.sleeping(rest);
      return rest;
    } catch (QueueUnavailableException e) {
      // Said once where it was noticed; the sweep goes on from the rows meanwhile.
      return maxPoll;
    }
  }
}
