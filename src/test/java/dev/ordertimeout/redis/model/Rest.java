package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.Claim;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The end of a history: everybody who held something is dead, all that was to come is due, and one
 * worker goes on until nothing is left; the sweep and the reconciliation help only where something
 * was lost. Then every timer must have been dealt with, and the queue be empty.
 */
record Rest(World world) {
  private static final int MOST_ROUNDS = 20;
  private static final int ALL = 100;
  private static final long BEYOND_MS = 10_000;

  void come() {
    world.workers.forEach(SteppedWorker::crash);
    while (!world.relay.isEmpty()) {
      world.relay.deliver(world.relaysQueue, 0);
    }
    passAll();
    drain();
    if (world.lost) {
      world.rescue.step();
      world.rescue.step();
      world.rescue.step();
      world.rescue.step();
    }
    if (!world.rows.implied().isEmpty()) {
      throw new Violation("Never dealt with, though all was due and free: " + world.rows);
    }
    if (world.lost || world.untidy) {
      reconcile();
      drain();
    }
    Map<TaskId, Standing> left = world.bench.reference.contents();
    if (!left.isEmpty()) {
      throw new Violation("Left behind in the queue: " + Names.of(left));
    }
  }

  /** Every due time and every lease. */
  private void passAll() {
    long last =
        Stream.concat(
                world.rows.implied().stream().map(task -> task.dueAtMs()),
                world.bench.reference.contents().values().stream().flatMap(this::times))
            .mapToLong(Long::longValue)
            .max()
            .orElse(world.nowMs());
    world.bench.clocks.pass(Math.max(0, last - world.nowMs()) + BEYOND_MS);
  }

  /** By the database's clock. */
  private Stream<Long> times(Standing standing) {
    return Stream.concat(
        Stream.ofNullable(standing.dueAtMs()),
        Stream.ofNullable(standing.leaseEndMs())
            .map(end -> end + world.bench.clocks.differenceMs()));
  }

  private void drain() {
    SteppedWorker last = world.workers.get(0);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Claim claim =
          last.claim(
              world.quotas(Map.of(TaskKind.CANCEL_UNPAID, ALL, TaskKind.SUBSIDY, ALL)),
              world.bench.clocks.differenceMs());
      if (claim.tasks().isEmpty() && claim.nextDueInMs() == Long.MAX_VALUE) {
        return;
      }
      while (last.isBusy()) {
        last.apply(world.nowMs());
      }
    }
    throw new Violation("It never comes to rest");
  }

  /** A whole one; one that is under way may have passed by what it should have seen. */
  private void reconcile() {
    while (world.reconciliation.isUnderWay()) {
      world.reconciliation.step();
    }
    do {
      world.reconciliation.step();
    } while (world.reconciliation.isUnderWay());
  }
}
