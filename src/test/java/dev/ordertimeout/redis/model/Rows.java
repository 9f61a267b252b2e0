package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The database's side: which timers are implied, and whether a transition applies. */
final class Rows {
  private final Map<TaskId, Row> rows = new LinkedHashMap<>();

  private record Row(long dueAtMs, State state) {
    @Override
    public String toString() {
      return "(%s, due %s)".formatted(state, Clocks.said(dueAtMs));
    }
  }

  private enum State {
    OPEN,
    CLOSED,
    APPLIED
  }

  /** Whether there was no such row. */
  boolean place(Task task) {
    return rows.putIfAbsent(task.id(), new Row(task.dueAtMs(), State.OPEN)) == null;
  }

  /** When the timer is due, ms since 1970; null if it is not implied. */
  @Nullable Long dueAtMs(TaskId task) {
    Row row = rows.get(task);
    return row == null || row.state() != State.OPEN ? null : row.dueAtMs();
  }

  /** Of a row that is open. */
  void move(Task task) {
    rows.put(task.id(), new Row(task.dueAtMs(), State.OPEN));
  }

  /** Pays, cancels or grabs what is open. */
  void close(TaskId task) {
    rows.computeIfPresent(task, (id, row) -> new Row(row.dueAtMs(), State.CLOSED));
  }

  /**
   * Makes the transition, if the row lets it.
   *
   * @param nowMs by the database's clock
   */
  TaskOutcome apply(TaskId task, long nowMs) {
    Row row = rows.get(task);
    if (row == null) {
      return new TaskOutcome.Unknown();
    }
    if (row.state() != State.OPEN) {
      return new TaskOutcome.Closed();
    }
    if (row.dueAtMs() > nowMs) {
      return new TaskOutcome.NotYet(row.dueAtMs(), row.dueAtMs() - nowMs);
    }
    rows.put(task, new Row(row.dueAtMs(), State.APPLIED));
    return new TaskOutcome.Applied(row.dueAtMs());
  }

  /** The timers that rows imply. */
  List<Task> implied() {
    return rows.entrySet().stream()
        .filter(row -> row.getValue().state() == State.OPEN)
        .map(row -> new Task(row.getKey(), row.getValue().dueAtMs()))
        .toList();
  }

  @Override
  public String toString() {
    return Names.of(rows);
  }
}
