package dev.ordertimeout.worker.web;

import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector.Counts;
import dev.ordertimeout.worker.WorkerRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How the timers stand.
 *
 * @param mode redis, or database while Redis is out and the sweep does the work
 */
public record TimeoutsView(String mode, Map<TaskKind, Kind> kinds, List<Worker> workers) {

  /**
   * One kind; what only the queue knows is null while it is out.
   *
   * @param oldestDueAgeMs how long the oldest due task has been due, ms
   */
  public record Kind(
      @Nullable Long scheduled,
      @Nullable Long due,
      @Nullable Long leased,
      @Nullable Long retrying,
      @Nullable Long malformed,
      long dead,
      @Nullable Long oldestDueAgeMs,
      boolean paused) {

    static Kind of(@Nullable Counts queue, long dead, boolean paused) {
      return queue == null
          ? new Kind(null, null, null, null, null, dead, null, paused)
          : new Kind(
              queue.scheduled(),
              queue.due(),
              queue.leased(),
              queue.retrying(),
              queue.malformed(),
              dead,
              queue.oldestDueAgeMs(),
              paused);
    }
  }

  /** A worker that is alive, and how many tasks it held when it last said so. */
  public record Worker(
      UUID id, String host, long pid, Instant startedAt, Instant seenAt, int holding) {
    static Worker of(WorkerRow row) {
      return new Worker(row.id, row.host, row.pid, row.startedAt, row.seenAt, row.holding);
    }
  }
}
