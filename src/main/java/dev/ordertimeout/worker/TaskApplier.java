package dev.ordertimeout.worker;

import static java.util.Objects.requireNonNull;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.platform.sql.ContentionException;
import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Applies due tasks of one kind, a batch in one transaction. If the transaction fails on one task's
 * account the batch is halved until that task is alone. Queue and sweep both come through here.
 */
@ApplicationScoped
public class TaskApplier {
  private static final UUID NO_ORDER = new UUID(0, 0);

  private final Transactions transactions;
  private final DatabaseClock clock;
  private final TaskMetrics metrics;
  private final Map<TaskKind, TaskHandler> handlers = new EnumMap<>(TaskKind.class);

  TaskApplier(
      Transactions transactions,
      DatabaseClock clock,
      TaskMetrics metrics,
      @All List<TaskHandler> handlers) {
    this.transactions = transactions;
    this.clock = clock;
    this.metrics = metrics;
    handlers.forEach(handler -> this.handlers.put(handler.kind(), handler));
    for (TaskKind kind : TaskKind.values()) {
      if (!this.handlers.containsKey(kind)) {
        throw new IllegalStateException("No handler for task kind " + kind);
      }
    }
  }

  /**
   * Applies the tasks.
   *
   * @param tasks all of this kind, none twice
   * @return an outcome for each
   * @throws DatabaseUnavailableException if PostgreSQL went away; part may have been applied
   */
  public Map<TaskId, TaskOutcome> apply(TaskKind kind, List<TaskId> tasks, EventSource source) {
    Map<TaskId, TaskOutcome> outcomes = applyOrHalve(kind, tasks, source);
    outcomes.values().forEach(outcome -> metrics.outcome(kind, source, outcome));
    return outcomes;
  }

  /**
   * Has each handler look at a task of an order that does not exist, so that the first task that is
   * due does not pay for loading classes and planning statements.
   */
  void rehearse() {
    for (TaskHandler handler : handlers.values()) {
      TaskId none = new TaskId(handler.kind(), NO_ORDER, handler.kind().tiered() ? 1 : 0);
      transactions.call(connection -> handler.apply(connection, List.of(none), EventSource.REDIS));
    }
  }

  private Map<TaskId, TaskOutcome> applyOrHalve(
      TaskKind kind, List<TaskId> tasks, EventSource source) {
    try {
      TaskHandler handler = requireNonNull(handlers.get(kind));
      Map<TaskId, TaskOutcome> outcomes =
          transactions.call(connection -> handler.apply(connection, tasks, source));
      measureLateness(kind, outcomes);
      return outcomes;
    } catch (DatabaseUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      if (tasks.size() == 1) {
        return all(
            tasks,
            e instanceof ContentionException
                ? new TaskOutcome.Locked()
                : new TaskOutcome.Failed(e));
      }
      int half = tasks.size() / 2;
      Map<TaskId, TaskOutcome> outcomes =
          new HashMap<>(applyOrHalve(kind, tasks.subList(0, half), source));
      outcomes.putAll(applyOrHalve(kind, tasks.subList(half, tasks.size()), source));
      return outcomes;
    }
  }

  private void measureLateness(TaskKind kind, Map<TaskId, TaskOutcome> outcomes) {
    double committedMs = clock.nowMs();
    for (TaskOutcome outcome : outcomes.values()) {
      if (outcome instanceof TaskOutcome.Applied applied) {
        metrics.lateness(kind, committedMs - applied.dueAtMs());
      }
    }
  }

  private static Map<TaskId, TaskOutcome> all(List<TaskId> tasks, TaskOutcome outcome) {
    Map<TaskId, TaskOutcome> outcomes = new HashMap<>();
    tasks.forEach(task -> outcomes.put(task, outcome));
    return outcomes;
  }
}
