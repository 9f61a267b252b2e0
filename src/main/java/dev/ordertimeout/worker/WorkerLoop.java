package dev.ordertimeout.worker;

import dev.ordertimeout.platform.BackgroundLoop;
import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.task.QueueUnavailableException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.stream.IntStream;

/** Runs the worker again whenever the next task is due, at the latest after {@code max-poll}. */
@ApplicationScoped
class WorkerLoop {
  private static final int REHEARSALS = 20;

  private final TaskWorker worker;
  private final NextWake nextWake;
  private final WorkerPulse pulse;
  private final TaskApplier applier;
  private final Duration maxPoll;
  private boolean rehearsed;
  private final BackgroundLoop loop = new BackgroundLoop("task-worker", this::step);

  WorkerLoop(
      TaskWorker worker,
      NextWake nextWake,
      WorkerPulse pulse,
      TaskApplier applier,
      OrderTimeoutConfig config) {
    this.worker = worker;
    this.nextWake = nextWake;
    this.pulse = pulse;
    this.applier = applier;
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
    if (!rehearsed) {
      IntStream.range(0, REHEARSALS).forEach(i -> applier.rehearse());
      rehearsed = true;
    }
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
