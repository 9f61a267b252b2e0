package dev.ordertimeout.worker;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import dev.ordertimeout.task.TaskQueue;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Applies overdue tasks that the queue does not hold, by the same transitions. What the queue holds
 * is a backlog or in hand, and left to it; while the queue is out, everything due is taken at once.
 */
@ApplicationScoped
public class Rescue {
  private static final int MOST_PAGES = 20;

  private final OverdueRows rows;
  private final RescueSight sight;
  private final TaskApplier applier;
  private final TaskFailures failures;
  private final TaskQueue queue;

  Rescue(
      OverdueRows rows,
      RescueSight sight,
      TaskApplier applier,
      TaskFailures failures,
      TaskQueue queue) {
    this.rows = rows;
    this.sight = sight;
    this.applier = applier;
    this.failures = failures;
    this.queue = queue;
  }

  /**
   * Takes every overdue task that was missed.
   *
   * @param stopping looked at between pages; once true, no more is taken
   * @return how many transitions it made
   */
  public int runOnce(BooleanSupplier stopping) {
    int applied = 0;
    for (TaskKind kind : sight.kinds()) {
      applied += drain(kind, TaskRows.Span.before(sight.overdueBeforeMs()), stopping);
    }
    return applied;
  }

  /**
   * Page by page, each behind the last, so that a row that stays is not met again. After some pages
   * the look-ahead has its turn; the next sweep goes on.
   */
  private int drain(TaskKind kind, TaskRows.Span overdue, BooleanSupplier stopping) {
    int applied = 0;
    List<TaskRows.Row> page = rows.page(kind, overdue, null);
    for (int pages = 0;
        pages < MOST_PAGES && !page.isEmpty() && !stopping.getAsBoolean();
        pages++) {
      List<Task> missed = sight.missed(page.stream().map(TaskRows.Row::task).toList());
      if (missed.isEmpty()) {
        return applied;
      }
      applied += apply(kind, missed);
      page = rows.page(kind, overdue, page.get(page.size() - 1));
    }
    return applied;
  }

  private int apply(TaskKind kind, List<Task> tasks) {
    Map<TaskId, TaskOutcome> outcomes =
        applier.apply(kind, tasks.stream().map(Task::id).toList(), EventSource.SWEEP);
    int applied = 0;
    List<TaskId> ended = new ArrayList<>();
    for (Task task : tasks) {
      TaskOutcome outcome = outcomes.get(task.id());
      if (outcome instanceof TaskOutcome.Applied) {
        applied++;
        ended.add(task.id());
      } else if (outcome instanceof TaskOutcome.Closed) {
        ended.add(task.id());
      } else if (outcome instanceof TaskOutcome.Failed failed) {
        failures.failed(task.id(), task.dueAtMs(), failed.cause());
      }
    }
    removeFromQueue(ended);
    return applied;
  }

  /**
   * The queue may hold them all the same: it went out before they fell due, or it is full and only
   * this makes room. Where it cannot be reached it costs no wait; then a worker meets them later.
   */
  private void removeFromQueue(List<TaskId> ended) {
    try {
      queue.unschedule(ended);
    } catch (QueueUnavailableException e) {
      // Said once where it was noticed.
    }
  }
}
