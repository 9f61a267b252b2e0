package dev.ordertimeout.reconcile;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.worker.TaskRows;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sees timers from both sides: from the rows, from the queue, or closely once more. */
@ApplicationScoped
class TimerSight {
  private final ImpliedTasks implied;
  private final TaskQueueInspector inspector;

  TimerSight(ImpliedTasks implied, TaskQueueInspector inspector) {
    this.implied = implied;
    this.inspector = inspector;
  }

  /** How the queue holds timers that rows imply. */
  List<Sighting> ofRows(List<TaskRows.Row> rows) {
    List<Entry> entries = inspector.lookUp(rows.stream().map(row -> row.task().id()).toList());
    List<Sighting> sightings = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      sightings.add(new Sighting(rows.get(i).task().dueAtMs(), entries.get(i)));
    }
    return sightings;
  }

  /** Those due entries, all of one kind, that no row implies. */
  List<Sighting> unimplied(TaskKind kind, List<Task> entries) {
    if (entries.isEmpty()) {
      return List.of();
    }
    Map<TaskId, Long> dueTimes = implied.dueTimes(kind, entries.stream().map(Task::id).toList());
    return entries.stream()
        .filter(entry -> !dueTimes.containsKey(entry.id()))
        .map(entry -> new Entry(entry.id(), Entry.State.DUE, entry.dueAtMs(), 0))
        .map(entry -> new Sighting(null, entry))
        .toList();
  }

  /**
   * Both sides of the tasks, all of one kind; not of those that are set aside. The queue is read
   * first: what it no longer holds and a row still implies afterwards was not just dealt with.
   */
  List<Sighting> closely(TaskKind kind, List<TaskId> tasks) {
    List<Entry> entries = inspector.lookUp(tasks);
    ImpliedTasks.Closely rows = implied.closely(kind, tasks);
    return entries.stream()
        .filter(entry -> !rows.setAside().contains(entry.id()))
        .map(entry -> new Sighting(rows.dueTimes().get(entry.id()), entry))
        .toList();
  }
}
