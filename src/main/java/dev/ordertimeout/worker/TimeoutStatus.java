package dev.ordertimeout.worker;

import dev.ordertimeout.pause.TaskPauses;
import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector;
import dev.ordertimeout.task.TaskQueueInspector.Counts;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How the timers stand: what the queue holds, what is paused, who works. */
@ApplicationScoped
public class TimeoutStatus {
  private static final Duration ALIVE_WITHIN = Duration.ofMinutes(1);

  private final TaskQueueInspector inspector;
  private final ClaimPlanner planner;
  private final TaskPauses pauses;
  private final Transactions transactions;
  private final DatabaseClock clock;

  TimeoutStatus(
      TaskQueueInspector inspector,
      ClaimPlanner planner,
      TaskPauses pauses,
      Transactions transactions,
      DatabaseClock clock) {
    this.inspector = inspector;
    this.planner = planner;
    this.pauses = pauses;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** What the queue holds, per kind; empty while it is out. */
  public Map<TaskKind, Counts> queue() {
    try {
      return inspector.counts(planner.clockDifferenceMs());
    } catch (QueueUnavailableException e) {
      return Map.of();
    }
  }

  public Set<TaskKind> paused() {
    return transactions.call(pauses::paused);
  }

  /** How many tasks of the kind gave up. */
  public long dead(TaskKind kind) {
    return TaskFailure.count("kind = ?1 and deadAt is not null", kind);
  }

  public List<WorkerRow> workers() {
    return WorkerRow.aliveSince(Instant.ofEpochMilli((long) clock.nowMs()).minus(ALIVE_WITHIN));
  }
}
