package dev.ordertimeout.task;

import java.util.Collection;

/**
 * Tells the queue, after a commit, what the transaction changed. Never waits for the queue and
 * never throws: what cannot be delivered is put back from the rows by the sweep.
 */
public interface TaskScheduler {
  void schedule(Collection<Task> tasks);

  void unschedule(Collection<TaskId> tasks);
}
