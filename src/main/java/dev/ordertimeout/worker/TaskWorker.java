package dev.ordertimeout.worker;

import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.Settlement;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Claims due tasks and has them applied until nothing is due: settling one batch and claiming the
 * next is one round trip. {@link #runOnce} is all of it; a loop calls it again when the next task
 * is due.
 */
@ApplicationScoped
public class TaskWorker {
  private final TaskQueue queue;
  private final WorkerPulse pulse;
  private final ClaimPlanner planner;
  private final ClaimApplier applier;

  TaskWorker(TaskQueue queue, WorkerPulse pulse, ClaimPlanner planner, ClaimApplier applier) {
    this.queue = queue;
    this.pulse = pulse;
    this.planner = planner;
    this.applier = applier;
  }

  /**
   * Applies everything that is due.
   *
   * @param stopping looked at between batches; once true, no more is claimed
   * @return what was done, and when the next task is due
   * @throws DatabaseUnavailableException if PostgreSQL is out; what was in hand is given back first
   * @throws QueueUnavailableException if the queue is out; the sweep goes on without it
   */
  public Round runOnce(BooleanSupplier stopping) {
    pulse.beatIfDue();
    pulse.signIfDue();
    try {
      return drain(stopping);
    } catch (DatabaseUnavailableException e) {
      pulse.missed();
      throw e;
    }
  }

  private Round drain(BooleanSupplier stopping) {
    int claimed = 0;
    pulse.holding(0);
    Claim claim = planner.claim(Settlement.NONE);
    while (!claim.tasks().isEmpty()) {
      claimed += claim.tasks().size();
      pulse.holding(claim.tasks().size());
      Settlement settlement = apply(claim);
      if (stopping.getAsBoolean()) {
        queue.settle(settlement);
        break;
      }
      claim = planner.claim(beaten(settlement));
    }
    return new Round(claimed, claim.nextDueInMs());
  }

  /** The pulse may find PostgreSQL gone: what is settled already must not be lost over it. */
  private Settlement beaten(Settlement settlement) {
    try {
      pulse.beatIfDue();
      return settlement;
    } catch (DatabaseUnavailableException e) {
      queue.settle(settlement);
      throw e;
    }
  }

  private Settlement apply(Claim claim) {
    ClaimApplier.Applied applied = settledIfFailed(applier.applyOrdinary(claim.tasks()));
    if (applied.suspect() == null) {
      return applied.settlement();
    }
    // A suspect may take this process down: nothing else is held while it runs.
    queue.settle(applied.settlement());
    return settledIfFailed(applier.applyAlone(applied.suspect())).settlement();
  }

  private ClaimApplier.Applied settledIfFailed(ClaimApplier.Applied applied) {
    if (applied.failure() != null) {
      queue.settle(applied.settlement());
      throw applied.failure();
    }
    return applied;
  }

  /**
   * One round.
   *
   * @param claimed how many tasks were claimed
   * @param nextDueInMs until the next is due, ms; MAX_VALUE if none is known
   */
  public record Round(int claimed, long nextDueInMs) {
    Duration rest(Duration most) {
      return nextDueInMs < most.toMillis() ? Duration.ofMillis(nextDueInMs) : most;
    }
  }
}
