package dev.ordertimeout.reconcile;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.task.TaskQueueInspector;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.worker.TaskApplier;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the queue agree with the rows. Each step looks again in the queue itself and touches only
 * what is still as it was seen, never a lease: whatever moved meanwhile is left to who moved it.
 */
@ApplicationScoped
class Repairs {
  private final TaskQueue queue;
  private final TaskQueueInspector inspector;
  private final TaskApplier applier;
  private final ImpliedTasks implied;

  Repairs(
      TaskQueue queue, TaskQueueInspector inspector, TaskApplier applier, ImpliedTasks implied) {
    this.queue = queue;
    this.inspector = inspector;
    this.applier = applier;
    this.implied = implied;
  }

  /**
   * Puts timers right, all of one kind and one finding.
   *
   * @return how many still were as seen, and are right now
   */
  int repair(TaskKind kind, Finding finding, List<Sighting> timers) {
    return switch (finding) {
      case OVERDUE -> apply(kind, timers);
      case MISSING -> putBack(kind, timers);
      case DRIFTED -> inspector.moveIfUnchanged(timers.stream().map(Sighting::correction).toList());
      case GHOST -> inspector.removeIfUnchanged(timers.stream().map(Sighting::held).toList());
      case ORPHANED ->
          throw new IllegalArgumentException("Orphans are repaired where they are seen");
    };
  }

  /** A row may have been closed, and its timer taken out, a moment before it was put back. */
  private int putBack(TaskKind kind, List<Sighting> timers) {
    List<Task> tasks = timers.stream().map(Sighting::implied).toList();
    Set<TaskId> added = queue.scheduleIfAbsent(tasks);
    if (added.isEmpty()) {
      return 0;
    }
    Set<TaskId> open = implied.dueTimes(kind, added).keySet();
    List<Task> closed =
        tasks.stream()
            .filter(task -> added.contains(task.id()) && !open.contains(task.id()))
            .toList();
    return added.size() - inspector.removeIfUnchanged(closed);
  }

  /** What cannot be applied now (locked, paused, failed) goes to the queue, which deals with it. */
  private int apply(TaskKind kind, List<Sighting> timers) {
    Map<TaskId, TaskOutcome> outcomes =
        applier.apply(kind, timers.stream().map(Sighting::id).toList(), EventSource.SWEEP);
    List<Task> stale = new ArrayList<>();
    List<Sighting> open = new ArrayList<>();
    int applied = 0;
    for (Sighting timer : timers) {
      TaskOutcome outcome = outcomes.get(timer.id());
      if (outcome instanceof TaskOutcome.Applied || outcome instanceof TaskOutcome.Closed) {
        stale.add(timer.held());
        applied += outcome instanceof TaskOutcome.Applied ? 1 : 0;
      } else if (!(outcome instanceof TaskOutcome.NotYet)) {
        open.add(timer);
      }
    }
    inspector.removeIfUnchanged(stale);
    return applied + enqueue(kind, open);
  }

  private int enqueue(TaskKind kind, List<Sighting> timers) {
    List<Sighting> absent = new ArrayList<>();
    List<TaskQueueInspector.Move> moves = new ArrayList<>();
    for (Sighting timer : timers) {
      if (timer.entry().state() == Entry.State.ABSENT) {
        absent.add(timer);
      } else {
        moves.add(timer.correction());
      }
    }
    return putBack(kind, absent) + inspector.moveIfUnchanged(moves);
  }
}
