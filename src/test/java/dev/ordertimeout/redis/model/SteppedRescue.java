package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import java.util.ArrayList;
import java.util.List;

/** The rescue in two steps: sees which overdue tasks the queue has missed, applies them. */
final class SteppedRescue {
  private static final long GRACE_MS = 1_500;
  private static final long LONGEST_WAIT_MS = 75_000;
  private static final long LEASE_SLACK_MS = 1_000;

  private final Clocks clocks;
  private final Rows rows;
  private final CheckedInspector inspector;
  private final List<TaskId> missed = new ArrayList<>();

  SteppedRescue(Clocks clocks, Rows rows, CheckedInspector inspector) {
    this.clocks = clocks;
    this.rows = rows;
    this.inspector = inspector;
  }

  /** The next of its steps. */
  void step() {
    if (missed.isEmpty()) {
      look();
    } else {
      missed.forEach(task -> rows.apply(task, clocks.databaseMs()));
      missed.clear();
    }
  }

  private void look() {
    List<TaskId> overdue =
        rows.implied().stream()
            .filter(task -> task.dueAtMs() < clocks.databaseMs() - GRACE_MS)
            .map(Task::id)
            .toList();
    if (!overdue.isEmpty()) {
      inspector.lookUp(overdue).stream()
          .filter(this::isMissed)
          .forEach(entry -> missed.add(entry.id()));
    }
  }

  private boolean isMissed(Entry entry) {
    return switch (entry.state()) {
      case ABSENT -> true;
      case DUE ->
          entry.atMs() > clocks.databaseMs() + (entry.attempts() == 0 ? GRACE_MS : LONGEST_WAIT_MS);
      case LEASED ->
          entry.atMs() > clocks.queueMs() + SteppedWorker.LEASE.toMillis() + LEASE_SLACK_MS;
    };
  }
}
