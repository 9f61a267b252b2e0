package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Release;
import dev.ordertimeout.task.TaskQueue.Retry;
import dev.ordertimeout.task.TaskQueue.Settlement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** A worker that does one thing at a time: claims, applies a task, settles. */
final class SteppedWorker {
  static final Duration LEASE = Duration.ofMillis(1_000);

  private final TaskQueue queue;
  private final Rows rows;
  private final Deque<ClaimedTask> inHand = new ArrayDeque<>();
  private Settlement outcomes = nothing();

  SteppedWorker(TaskQueue queue, Rows rows) {
    this.queue = queue;
    this.rows = rows;
  }

  /** Whether tasks are left to be applied. */
  boolean isBusy() {
    return !inHand.isEmpty();
  }

  boolean hasOutcomes() {
    return !outcomes.equals(nothing());
  }

  /** Settles what it applied and claims more; whatever comes of it, it forgets the former. */
  Claim claim(Map<TaskKind, Integer> quotas, long clockDifferenceMs) {
    ClaimRequest request = new ClaimRequest(quotas, LEASE, clockDifferenceMs);
    Claim claim = queue.settleAndClaim(takeOutcomes(), request);
    inHand.addAll(claim.tasks());
    return claim;
  }

  /**
   * Applies the next task.
   *
   * @param nowMs by the database's clock
   */
  void apply(long nowMs) {
    ClaimedTask task = inHand.remove();
    if (rows.apply(task.id(), nowMs) instanceof TaskOutcome.NotYet notYet) {
      outcomes.releases().add(new Release(task, notYet.dueAtMs(), notYet.remainingMs()));
    } else {
      outcomes.acks().add(task);
    }
  }

  /** The next task fails. */
  void fail(long delayMs) {
    outcomes.retries().add(new Retry(inHand.remove(), delayMs));
  }

  /** The next task cannot be applied now: its row is locked, or its kind was paused. */
  void putBack(long delayMs) {
    ClaimedTask task = inHand.remove();
    outcomes.releases().add(new Release(task, task.dueAtMs(), delayMs));
  }

  void settle() {
    queue.settle(takeOutcomes());
  }

  void renew() {
    queue.renew(List.copyOf(inHand), LEASE);
  }

  /** What it had in hand comes back when the lease ends. */
  void crash() {
    inHand.clear();
    outcomes = nothing();
  }

  private Settlement takeOutcomes() {
    Settlement taken = outcomes;
    outcomes = nothing();
    return taken;
  }

  private static Settlement nothing() {
    return new Settlement(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }
}
