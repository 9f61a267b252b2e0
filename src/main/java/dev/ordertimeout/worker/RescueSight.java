package dev.ordertimeout.worker;

import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.task.TaskQueueInspector.Entry.State;
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
  private final WorkersReaches reaches;

  RescueSight(
      DatabaseClock clock,
      QueueHealth health,
      ClaimPlanner planner,
      TaskQueueInspector inspector,
      WorkersReaches reaches) {
    this.clock = clock;
    this.health = health;
    this.planner = planner;
    this.inspector = inspector;
    this.reaches = reaches;
  }

  List<TaskKind> kinds() {
    return planner.kinds();
  }

  /** What was due before this is overdue, ms since 1970: the queue has a grace while it works. */
  long overdueBeforeMs() {
    return (long) clock.nowMs() - (isRecovering() ? 0 : reaches.graceMs());
  }

  /**
   * While the queue is out, and for one lease more. A claim that went into an outage may have been
   * carried out, and its answer lost: then nobody works at what it leased. And timers that fell due
   * meanwhile may not be there.
   */
  private boolean isRecovering() {
    return health.wasOutWithin(reaches.lease());
  }

  /**
   * Those of the overdue tasks that the queue does not hold, or holds in a way that no worker can
   * have brought about. What is leased is in hand, unless an outage ended just now.
   */
  List<Task> missed(List<Task> overdue) {
    if (health.isOut()) {
      return overdue;
    }
    try {
      List<Entry> entries = inspector.lookUp(overdue.stream().map(Task::id).toList());
      WorkersReach reach = reaches.now();
      boolean recovering = isRecovering();
      List<Task> missed = new ArrayList<>();
      for (int i = 0; i < overdue.size(); i++) {
        Entry entry = entries.get(i);
        boolean inHand = entry.state() != State.LEASED || !recovering;
        if (!inHand || !reach.covers(entry, overdue.get(i).dueAtMs())) {
          missed.add(overdue.get(i));
        }
      }
      return missed;
    } catch (QueueUnavailableException e) {
      return overdue;
    }
  }
}
