package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.task.TaskQueueInspector.Entry.State;
import dev.ordertimeout.task.TaskQueueInspector.Move;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The reconciliation in several steps, with room for others between them: ends orphans, compares,
 * repairs what it found next. Without the second look of the real one, which only keeps the counts
 * honest; that no repair does harm rests on each being compare-and-set.
 */
final class SteppedReconciliation {
  private final Rows rows;
  private final TaskQueue queue;
  private final CheckedInspector inspector;
  private final Deque<Runnable> steps = new ArrayDeque<>();

  SteppedReconciliation(Rows rows, TaskQueue queue, CheckedInspector inspector) {
    this.rows = rows;
    this.queue = queue;
    this.inspector = inspector;
  }

  /** The next of its steps. */
  void step() {
    if (steps.isEmpty()) {
      for (TaskKind kind : TaskKind.values()) {
        steps.add(() -> inspector.repairOrphans(kind));
        steps.add(() -> compareEntries(kind));
      }
      steps.add(this::compareRows);
    }
    try {
      steps.remove().run();
    } catch (QueueUnavailableException e) {
      steps.clear();
      throw e;
    }
  }

  boolean isUnderWay() {
    return !steps.isEmpty();
  }

  private void compareEntries(TaskKind kind) {
    List<Task> ghosts =
        inspector.scan(kind).stream().filter(task -> rows.dueAtMs(task.id()) == null).toList();
    if (!ghosts.isEmpty()) {
      steps.addFirst(() -> inspector.removeIfUnchanged(ghosts));
    }
  }

  private void compareRows() {
    List<Task> implied = rows.implied();
    if (implied.isEmpty()) {
      return;
    }
    List<Entry> entries = inspector.lookUp(implied.stream().map(Task::id).toList());
    List<Task> missing = new ArrayList<>();
    List<Move> drifted = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      Task task = implied.get(i);
      if (entry.state() == State.ABSENT) {
        missing.add(task);
      } else if (entry.state() == State.DUE
          && entry.attempts() == 0
          && entry.atMs() != task.dueAtMs()) {
        drifted.add(new Move(task.id(), entry.atMs(), task.dueAtMs()));
      }
    }
    if (!missing.isEmpty()) {
      steps.addFirst(() -> putBack(missing));
    }
    if (!drifted.isEmpty()) {
      steps.addFirst(() -> inspector.moveIfUnchanged(drifted));
    }
  }

  private void putBack(List<Task> missing) {
    Set<TaskId> added = new HashSet<>(queue.scheduleIfAbsent(missing));
    if (!added.isEmpty()) {
      steps.addFirst(() -> takeOut(missing, added));
    }
  }

  private void takeOut(List<Task> missing, Set<TaskId> added) {
    List<Task> closed =
        missing.stream()
            .filter(task -> added.contains(task.id()) && rows.dueAtMs(task.id()) == null)
            .toList();
    if (!closed.isEmpty()) {
      inspector.removeIfUnchanged(closed);
    }
  }
}
