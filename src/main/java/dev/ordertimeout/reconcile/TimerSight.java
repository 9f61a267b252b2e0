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
  private final Patience patience;

  TimerSight(ImpliedTasks implied, TaskQueueInspector inspector, Patience patience) {
    this.implied = implied;
    this.inspector = inspector;
    this.patience = patience;
  }

  /** How the queue holds timers that rows imply. */
  List<Sighting> ofRows(List<TaskRows.Row> rows) {
    List<Entry> entries = lookUp(rows.stream().map(row -> row.task().id()).toList());
    List<Sighting> sightings = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      sightings.add(new Sighting(rows.get(i).task().dueAtMs(), entries.get(i)));
    }
    return sightings;
  }

  /** Those due entries, all of one kind, that no row implies. */
  List<Sighting> unimplied(TaskKind kind, List<Task> entries) {
    return withoutRow(kind, entries).stream()
        .map(entry -> new Entry(entry.id(), Entry.State.DUE, entry.dueAtMs(), 0))
        .map(entry -> new Sighting(null, entry))
        .toList();
  }

  /** How the queue holds those leased tasks, all of one kind, that no row implies. */
  List<Sighting> unimpliedLeases(TaskKind kind, List<Task> leases) {
    return lookUp(withoutRow(kind, leases).stream().map(Task::id).toList()).stream()
        .map(entry -> new Sighting(null, entry))
        .toList();
  }

  private List<Task> withoutRow(TaskKind kind, List<Task> entries) {
    if (entries.isEmpty()) {
      return List.of();
    }
    Map<TaskId, Long> dueTimes = implied.dueTimes(kind, entries.stream().map(Task::id).toList());
    return entries.stream().filter(entry -> !dueTimes.containsKey(entry.id())).toList();
  }

  private List<Entry> lookUp(List<TaskId> tasks) {
    return tasks.isEmpty() ? List.of() : patience.ask(() -> inspector.lookUp(tasks));
  }

  /**
   * Both sides of the tasks, all of one kind; not of those that are set aside. The queue is read
   * first: what it no longer holds and a row still implies afterwards was not just dealt with.
   */
  List<Sighting> closely(TaskKind kind, List<TaskId> tasks) {
    List<Entry> entries = lookUp(tasks);
    ImpliedTasks.Closely rows = implied.closely(kind, tasks);
    return entries.stream()
        .filter(entry -> !rows.setAside().contains(entry.id()))
        .map(entry -> new Sighting(rows.dueTimes().get(entry.id()), entry))
        .toList();
  }
}
