package dev.ordertimeout.task;

import java.util.Collection;

/**
 * Tells the queue what a transaction changed: once the present one has committed, and nothing if it
 * rolls back; at once where none is under way. Never waits for the queue and never throws: what
 * cannot be delivered is put back from the rows by the sweep.
 */
public interface TaskScheduler {
  void schedule(Collection<Task> tasks);

  void unschedule(Collection<TaskId> tasks);
}
