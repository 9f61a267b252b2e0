package dev.ordertimeout.worker;

import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.TaskOutcome;
import dev.ordertimeout.task.TaskQueue.Release;
import dev.ordertimeout.task.TaskQueue.Retry;
import dev.ordertimeout.task.TaskQueue.Settlement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Turns outcomes into what the queue is told. Only what was applied, or has nothing left to do, is
 * acknowledged; what is not yet due, locked or paused goes back uncounted; what failed goes back
 * counted, or is dead.
 */
final class Settling {
  private static final long LOCKED_DELAY_MS = 50;
  private static final long PAUSED_DELAY_MS = 1_000;

  private final TaskFailures failures;
  private final UnknownOrders unknown;
  private final List<ClaimedTask> acks = new ArrayList<>();
  private final List<Retry> retries = new ArrayList<>();
  private final List<Release> releases = new ArrayList<>();

  Settling(TaskFailures failures, UnknownOrders unknown) {
    this.failures = failures;
    this.unknown = unknown;
  }

  void add(ClaimedTask task, TaskOutcome outcome) {
    if (outcome instanceof TaskOutcome.Applied || outcome instanceof TaskOutcome.Closed) {
      acks.add(task);
    } else if (outcome instanceof TaskOutcome.NotYet notYet) {
      releases.add(new Release(task, notYet.dueAtMs(), notYet.remainingMs()));
    } else if (outcome instanceof TaskOutcome.Locked) {
      releases.add(new Release(task, task.dueAtMs(), LOCKED_DELAY_MS));
    } else if (outcome instanceof TaskOutcome.Paused) {
      releases.add(new Release(task, task.dueAtMs(), PAUSED_DELAY_MS));
    } else if (outcome instanceof TaskOutcome.Failed failed) {
      addFailed(task, failed.cause());
    } else {
      unknown.dropped(task.id());
      acks.add(task);
    }
  }

  /**
   * Goes back as if it had not been claimed, to be claimed again after {@code delayMs} at least.
   */
  void putBack(Collection<ClaimedTask> tasks, long delayMs) {
    tasks.forEach(task -> releases.add(new Release(task, task.dueAtMs(), delayMs)));
  }

  /** Its row says so already. */
  void dead(ClaimedTask task) {
    acks.add(task);
  }

  Settlement settlement() {
    return new Settlement(acks, retries, releases);
  }

  private void addFailed(ClaimedTask task, RuntimeException cause) {
    TaskFailures.Verdict verdict = failures.failed(task.id(), task.dueAtMs(), cause);
    if (verdict.dead()) {
      acks.add(task);
    } else {
      retries.add(new Retry(task, verdict.delayMs()));
    }
  }
}
