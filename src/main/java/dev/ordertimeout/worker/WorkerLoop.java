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
  private final TaskApplier applier;
  private final Duration maxPoll;
  private boolean rehearsed;
  private final BackgroundLoop loop = new BackgroundLoop("task-worker", this::step);

  WorkerLoop(TaskWorker worker, NextWake nextWake, TaskApplier applier, OrderTimeoutConfig config) {
    this.worker = worker;
    this.nextWake = nextWake;
    this.applier = applier;
    maxPoll = config.worker().maxPoll();
  }

  void start() {
    nextWake.onEarlier(loop::wake);
    loop.start();
  }

  /** Finishes the batch in hand and gives the rest back. */
  void stop(Duration patience) {
    loop.stop(patience);
  }

  /** Claims no more; {@link #stop} waits for the batch in hand. */
  void askToStop() {
    loop.askToStop();
  }

  private Duration step() {
    if (!rehearsed) {
      IntStream.range(0, REHEARSALS).forEach(i -> applier.rehearse());
      rehearsed = true;
    }
    nextWake.looking();
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
