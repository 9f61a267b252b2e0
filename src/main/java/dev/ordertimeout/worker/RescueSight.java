package dev.ordertimeout.worker;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/** Tells which overdue tasks the queue has missed, and how long to wait for it. */
@ApplicationScoped
class RescueSight {
  private final DatabaseClock clock;
  private final QueueHealth health;
  private final ClaimPlanner planner;
  private final TaskQueueInspector inspector;
  private final long graceMs;

  RescueSight(
      DatabaseClock clock,
      QueueHealth health,
      ClaimPlanner planner,
      TaskQueueInspector inspector,
      OrderTimeoutConfig config) {
    this.clock = clock;
    this.health = health;
    this.planner = planner;
    this.inspector = inspector;
    graceMs = config.sweep().grace().toMillis();
  }

  List<TaskKind> kinds() {
    return planner.kinds();
  }

  /** What was due before this is overdue, ms since 1970: the queue has a grace while it works. */
  long overdueBeforeMs() {
    return (long) clock.nowMs() - (health.isOut() ? 0 : graceMs);
  }

  /**
   * Those of the overdue tasks that the queue does not hold, or holds for a time that is still far.
   * One that it holds under a lease, or tries again, is in hand.
   */
  List<Task> missed(List<Task> overdue) {
    if (health.isOut()) {
      return overdue;
    }
    try {
      List<Entry> entries = inspector.lookUp(overdue.stream().map(Task::id).toList());
      List<Task> missed = new ArrayList<>();
      for (int i = 0; i < overdue.size(); i++) {
        if (isMissed(entries.get(i))) {
          missed.add(overdue.get(i));
        }
      }
      return missed;
    } catch (QueueUnavailableException e) {
      health.failed(e);
      return overdue;
    }
  }

  private boolean isMissed(Entry entry) {
    return switch (entry.state()) {
      case ABSENT -> true;
      case DUE ->
          entry.atMs()
              > clock.nowMs() + (entry.attempts() == 0 ? graceMs : TaskFailures.LONGEST_WAIT_MS);
      // Longer than any worker leases: forged, or by a clock that was set back since.
      case LEASED -> planner.isBeyondAnyLease(entry.atMs());
    };
  }
}
