package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.TaskKind;
import java.util.Map;

/** A worker does the next thing, or fails to. Workers are numbered from 1. */
sealed interface WorkerStep extends Step {

  /** Settles and claims, if nothing is left to be applied. Kinds that are paused are not named. */
  record Claim(int worker, Map<TaskKind, Integer> quotasPerShard) implements WorkerStep {
    @Override
    public void run(World world) {
      if (!world.worker(worker).isBusy()) {
        world.worker(worker).claim(world.quotas(quotasPerShard), world.bench.clocks.differenceMs());
      }
    }

    @Override
    public String toString() {
      return "worker %d settles and claims %s".formatted(worker, quotasPerShard);
    }
  }

  /** Applies the next task it holds. */
  record Apply(int worker) implements WorkerStep {
    @Override
    public void run(World world) {
      if (world.worker(worker).isBusy()) {
        world.worker(worker).apply(world.nowMs());
      }
    }

    @Override
    public String toString() {
      return "worker %d applies a task".formatted(worker);
    }
  }

  /** Fails at the next task. */
  record Fail(int worker, long delayMs) implements WorkerStep {
    @Override
    public void run(World world) {
      if (world.worker(worker).isBusy()) {
        world.worker(worker).fail(delayMs);
      }
    }

    @Override
    public String toString() {
      return "worker %d fails at a task, to be retried in %d ms".formatted(worker, delayMs);
    }
  }

  /** Finds the next task locked or its kind paused, or is stopped before it comes to it. */
  record PutBack(int worker, long delayMs) implements WorkerStep {
    @Override
    public void run(World world) {
      if (world.worker(worker).isBusy()) {
        world.worker(worker).putBack(delayMs);
      }
    }

    @Override
    public String toString() {
      return "worker %d will put a task back, for %d ms".formatted(worker, delayMs);
    }
  }

  /** Settles without claiming. */
  record Settle(int worker) implements WorkerStep {
    @Override
    public void run(World world) {
      if (world.worker(worker).hasOutcomes()) {
        world.worker(worker).settle();
      }
    }

    @Override
    public String toString() {
      return "worker %d settles".formatted(worker);
    }
  }

  /** Renews its leases. */
  record Renew(int worker) implements WorkerStep {
    @Override
    public void run(World world) {
      if (world.worker(worker).isBusy()) {
        world.worker(worker).renew();
      }
    }

    @Override
    public String toString() {
      return "worker %d renews its leases".formatted(worker);
    }
  }

  /** Dies, and starts again. */
  record Crash(int worker) implements WorkerStep {
    @Override
    public void run(World world) {
      world.worker(worker).crash();
    }

    @Override
    public String toString() {
      return "worker %d crashes".formatted(worker);
    }
  }
}
