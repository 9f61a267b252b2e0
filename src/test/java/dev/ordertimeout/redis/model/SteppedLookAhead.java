package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The look-ahead in three steps, with room for others between them: reads the rows, puts back what
 * was absent, takes out again what no row implies any more.
 */
final class SteppedLookAhead {
  private static final long AHEAD_MS = 3_000;

  private final Clocks clocks;
  private final Rows rows;
  private final TaskQueue queue;
  private long seenUntilMs;
  private @Nullable List<Task> seen;
  private @Nullable Set<TaskId> added;

  SteppedLookAhead(Clocks clocks, Rows rows, TaskQueue queue) {
    this.clocks = clocks;
    this.rows = rows;
    this.queue = queue;
  }

  /** The next of its steps. */
  void step() {
    try {
      if (seen == null) {
        look();
      } else if (added == null) {
        added = queue.scheduleIfAbsent(seen);
      } else {
        takeOut();
        begin();
      }
    } catch (QueueUnavailableException e) {
      seenUntilMs = 0;
      begin();
      throw e;
    }
  }

  private void look() {
    long nowMs = clocks.databaseMs();
    long fromMs = Math.max(seenUntilMs, nowMs);
    seenUntilMs = nowMs + AHEAD_MS;
    seen =
        rows.implied().stream()
            .filter(task -> task.dueAtMs() >= fromMs && task.dueAtMs() < seenUntilMs)
            .toList();
    if (seen.isEmpty()) {
      begin();
    }
  }

  private void takeOut() {
    Set<TaskId> closed =
        added.stream().filter(task -> rows.dueAtMs(task) == null).collect(Collectors.toSet());
    if (!closed.isEmpty()) {
      queue.unschedule(closed);
    }
  }

  private void begin() {
    seen = null;
    added = null;
  }
}
