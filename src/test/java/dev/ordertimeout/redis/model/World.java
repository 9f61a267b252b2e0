package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Everybody who uses the queue, the rows, and what befell them. */
final class World {
  final Bench bench;
  final Rows rows = new Rows();
  final Relay relay = new Relay();
  final CheckedQueue relaysQueue;
  final List<SteppedWorker> workers;
  final SteppedLookAhead lookAhead;
  final SteppedRescue rescue;
  final SteppedReconciliation reconciliation;

  /** What a snapshot of Redis would bring back. */
  Map<TaskId, Standing> snapshot = Map.of();

  /** Whether the queue may have lost tasks, so that the sweep is needed to find them. */
  boolean lost;

  /** Whether halves of entries may be left, for the reconciliation to end. */
  boolean untidy;

  World(Bench bench, int workers) {
    this.bench = bench;
    relaysQueue = new CheckedQueue(bench);
    CheckedQueue sweepsQueue = new CheckedQueue(bench);
    CheckedInspector inspector = new CheckedInspector(bench);
    this.workers =
        IntStream.range(0, workers)
            .mapToObj(number -> new SteppedWorker(new CheckedQueue(bench), rows))
            .toList();
    lookAhead = new SteppedLookAhead(bench.clocks, rows, sweepsQueue);
    rescue = new SteppedRescue(bench.clocks, rows, inspector);
    reconciliation = new SteppedReconciliation(rows, sweepsQueue, inspector);
  }

  /** By the database's clock, ms since 1970. */
  long nowMs() {
    return bench.clocks.databaseMs();
  }

  SteppedWorker worker(int number) {
    return workers.get(number - 1);
  }

  /** For all shards. */
  Map<TaskKind, Integer> quotas(Map<TaskKind, Integer> perShard) {
    Map<TaskKind, Integer> quotas = new EnumMap<>(TaskKind.class);
    perShard.forEach((kind, quota) -> quotas.put(kind, quota * bench.keys.shards()));
    return quotas;
  }

  /** The queue holds this from now on, whatever it held. */
  void lose(Map<TaskId, Standing> kept) {
    bench.contents.set(kept);
    bench.reference.become(kept);
    bench.holders.forget();
    lost = true;
    untidy = true;
  }
}
