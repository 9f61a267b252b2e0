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
 * what is still as it was seen, never a lease that a worker may hold: whatever moved meanwhile is
 * left to who moved it.
 */
@ApplicationScoped
class Repairs {
  private final TaskQueue queue;
  private final TaskQueueInspector inspector;
  private final TaskApplier applier;
  private final ImpliedTasks implied;
  private final Patience patience;

  Repairs(
      TaskQueue queue,
      TaskQueueInspector inspector,
      TaskApplier applier,
      ImpliedTasks implied,
      Patience patience) {
    this.queue = queue;
    this.inspector = inspector;
    this.applier = applier;
    this.implied = implied;
    this.patience = patience;
  }

  /**
   * Puts timers right, all of one kind and one finding. Where the queue had to be asked twice, what
   * the first call did is not known: all of them count, since they are right after the second.
   *
   * @return how many still were as seen, and are right now
   */
  int repair(TaskKind kind, Finding finding, List<Sighting> timers) {
    long repeats = patience.repeats();
    int repaired =
        switch (finding) {
          case OVERDUE -> apply(kind, timers);
          case MISSING -> putBack(kind, timers);
          case DRIFTED, ORPHANED -> move(timers);
          case GHOST -> remove(timers);
        };
    return patience.repeats() == repeats ? repaired : timers.size();
  }

  private int move(List<Sighting> timers) {
    List<TaskQueueInspector.Move> untouched = new ArrayList<>();
    List<TaskQueueInspector.Undo> touched = new ArrayList<>();
    for (Sighting timer : timers) {
      if (timer.isUntouched()) {
        untouched.add(timer.correction());
      } else {
        touched.add(timer.undoing());
      }
    }
    return patience.ask(() -> inspector.moveIfUnchanged(untouched))
        + patience.ask(() -> inspector.undoIfUnchanged(touched));
  }

  /** What waits after a failure is removed all the same; a lease, only by what undoes it. */
  private int remove(List<Sighting> timers) {
    List<Task> due = new ArrayList<>();
    List<TaskQueueInspector.Undo> leased = new ArrayList<>();
    for (Sighting timer : timers) {
      if (timer.entry().state() == Entry.State.DUE) {
        due.add(timer.held());
      } else {
        leased.add(timer.undoing());
      }
    }
    return patience.ask(() -> inspector.removeIfUnchanged(due))
        + patience.ask(() -> inspector.undoIfUnchanged(leased));
  }

  /** A row may have been closed, and its timer taken out, a moment before it was put back. */
  private int putBack(TaskKind kind, List<Sighting> timers) {
    if (timers.isEmpty()) {
      return 0;
    }
    List<Task> tasks = timers.stream().map(Sighting::implied).toList();
    int added = patience.ask(() -> queue.scheduleIfAbsent(tasks)).size();
    Set<TaskId> open = implied.dueTimes(kind, tasks.stream().map(Task::id).toList()).keySet();
    List<Task> closed = tasks.stream().filter(task -> !open.contains(task.id())).toList();
    return Math.max(0, added - patience.ask(() -> inspector.removeIfUnchanged(closed)));
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
    patience.ask(() -> inspector.removeIfUnchanged(stale));
    return applied + enqueue(kind, open);
  }

  private int enqueue(TaskKind kind, List<Sighting> timers) {
    List<Sighting> absent = new ArrayList<>();
    List<Sighting> held = new ArrayList<>();
    for (Sighting timer : timers) {
      (timer.entry().state() == Entry.State.ABSENT ? absent : held).add(timer);
    }
    return putBack(kind, absent) + move(held);
  }
}
