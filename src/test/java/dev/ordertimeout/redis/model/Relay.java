package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What transactions changed and the queue has not been told yet. */
final class Relay {
  private final List<Change> waiting = new ArrayList<>();

  private record Change(TaskId task, @Nullable Long dueAtMs) {}

  void schedule(Task task) {
    waiting.add(new Change(task.id(), task.dueAtMs()));
  }

  void unschedule(TaskId task) {
    waiting.add(new Change(task, null));
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The queue is out: what is waiting is dropped. */
  void drop() {
    waiting.clear();
  }

  /**
   * Tells the queue one change, not always the oldest: instances do not wait for each other.
   *
   * @throws QueueUnavailableException if the queue died meanwhile; all that was waiting is dropped
   */
  void deliver(TaskQueue queue, int which) {
    Change change = waiting.remove(which % waiting.size());
    try {
      if (change.dueAtMs() == null) {
        queue.unschedule(List.of(change.task()));
      } else {
        queue.schedule(List.of(new Task(change.task(), change.dueAtMs())));
      }
    } catch (QueueUnavailableException e) {
      drop();
      throw e;
    }
  }
}
