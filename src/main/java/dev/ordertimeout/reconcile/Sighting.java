package dev.ordertimeout.reconcile;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.task.TaskQueueInspector.Move;
import dev.ordertimeout.task.TaskQueueInspector.Undo;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How row and queue held one timer when they were looked at.
 *
 * @param dueAtMs as the row implies, ms since 1970; null if no row implies it
 */
record Sighting(@Nullable Long dueAtMs, Entry entry) {

  TaskId id() {
    return entry.id();
  }

  TaskKind kind() {
    return id().kind();
  }

  /** Whether neither side has moved. Attempts do not count: a scan does not see them. */
  boolean isAsIn(Sighting earlier) {
    return Objects.equals(dueAtMs, earlier.dueAtMs)
        && entry.state() == earlier.entry.state()
        && entry.atMs() == earlier.entry.atMs();
  }

  /** The timer as the row implies it. */
  Task implied() {
    return new Task(id(), dueAt());
  }

  /** The timer as the queue holds it. */
  Task held() {
    return new Task(id(), entry.atMs());
  }

  /** What makes the queue agree with the row, where nobody touched the task. */
  Move correction() {
    return new Move(id(), entry.atMs(), dueAt());
  }

  /** What makes the queue agree with the row, if there is one, where nobody can have done this. */
  Undo undoing() {
    return new Undo(entry, dueAtMs);
  }

  /** Whether the queue holds it as due, and as never tried. */
  boolean isUntouched() {
    return entry.state() == Entry.State.DUE && entry.attempts() == 0;
  }

  private long dueAt() {
    return Objects.requireNonNull(dueAtMs, "no row implies it");
  }
}
