package dev.ordertimeout.worker;

import dev.ordertimeout.platform.BackgroundLoop;
import dev.ordertimeout.platform.sql.AfterCommit;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.task.TaskScheduler;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings timers of committed transactions to the queue, many in one call and in the order in which
 * they were told, so that no request waits for Redis. What it cannot deliver it drops and counts:
 * the rows imply the same timers, and the look-ahead puts them back before they are due.
 */
@ApplicationScoped
public class TimerRelay implements TaskScheduler {
  private static final int MOST_WAITING = 200_000;
  private static final int MOST_AT_ONCE = 1_000;
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final TaskQueue queue;
  private final TaskMetrics metrics;
  private final NextWake nextWake;
  private final AfterCommit afterCommit;
  private final LinkedBlockingQueue<Change> changes = new LinkedBlockingQueue<>(MOST_WAITING);
  private final BackgroundLoop loop = new BackgroundLoop("timer-relay", this::deliver);

  TimerRelay(TaskQueue queue, TaskMetrics metrics, NextWake nextWake, AfterCommit afterCommit) {
    this.queue = queue;
    this.metrics = metrics;
    this.nextWake = nextWake;
    this.afterCommit = afterCommit;
  }

  @Override
  public void schedule(Collection<Task> tasks) {
    told(tasks.stream().map(task -> new Change(task.id(), task.dueAtMs())).toList());
  }

  @Override
  public void unschedule(Collection<TaskId> tasks) {
    told(tasks.stream().map(task -> new Change(task, null)).toList());
  }

  void start() {
    loop.start();
  }

  /** Delivers what is waiting, then ends. */
  void stop(Duration patience) {
    loop.stop(patience);
    runOnce();
  }

  /**
   * Delivers what is waiting; one at a time, so that the order of the changes is kept.
   *
   * @return how many changes were delivered
   */
  public synchronized int runOnce() {
    int delivered = 0;
    List<Change> batch = new ArrayList<>();
    while (changes.drainTo(batch, MOST_AT_ONCE) > 0) {
      delivered += deliver(batch);
      batch.clear();
    }
    return delivered;
  }

  private Duration deliver() {
    runOnce();
    return IDLE;
  }

  private void told(List<Change> committed) {
    afterCommit.run(
        () -> {
          committed.forEach(this::offer);
          loop.wake();
        });
  }

  private void offer(Change change) {
    if (!changes.offer(change)) {
      metrics.undelivered(1);
    }
  }

  private int deliver(List<Change> batch) {
    Map<TaskId, Change> latest = new LinkedHashMap<>();
    batch.forEach(change -> latest.put(change.task(), change));
    List<Task> set = new ArrayList<>();
    List<TaskId> removed = new ArrayList<>();
    for (Change change : latest.values()) {
      if (change.dueAtMs() == null) {
        removed.add(change.task());
      } else {
        set.add(new Task(change.task(), change.dueAtMs()));
      }
    }
    // A queue that is full may refuse the ones and take the others; one that is out costs no wait.
    int delivered = delivered(set, this::set) + delivered(removed, queue::unschedule);
    metrics.undelivered(latest.size() - delivered);
    return delivered;
  }

  private void set(List<Task> tasks) {
    if (!tasks.isEmpty()) {
      queue.schedule(tasks);
      nextWake.scheduled(tasks);
    }
  }

  private static <T> int delivered(List<T> some, Consumer<List<T>> to) {
    try {
      to.accept(some);
      return some.size();
    } catch (QueueUnavailableException e) {
      // Said once where it was noticed.
      return 0;
    }
  }

  /** A timer's new due time in ms since 1970, or null where there is none any more. */
  private record Change(TaskId task, @Nullable Long dueAtMs) {}
}
