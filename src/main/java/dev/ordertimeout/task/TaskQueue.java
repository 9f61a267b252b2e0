package dev.ordertimeout.task;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The queue that makes timers punctual. It decides nothing: an order's row does. A claim never
 * removes a task, it leases it; whoever dies gives it back by doing nothing.
 *
 * <p>Every method may throw {@link QueueUnavailableException}; then nothing, some or all of the
 * call may have taken effect, and repeating it is safe.
 */
public interface TaskQueue {

  /** Sets the due time of each task; forgets a lease and the attempts it had. */
  void schedule(Collection<Task> tasks);

  /**
   * Adds the tasks that are neither due nor leased, touches no other.
   *
   * @return those that were absent
   */
  Set<TaskId> scheduleIfAbsent(Collection<Task> tasks);

  /** Removes the tasks, leased ones too; unknown ones are no error. */
  void unschedule(Collection<TaskId> tasks);

  /** First settles the tasks in hand, then claims the next that are due, in one round trip. */
  Claim settleAndClaim(Settlement settlement, ClaimRequest request);

  /** Settles without claiming more. */
  void settle(Settlement settlement);

  /**
   * Extends the leases of tasks that are still held.
   *
   * @return how many still were
   */
  int renew(Collection<ClaimedTask> tasks, Duration lease);

  /**
   * What to claim.
   *
   * @param quotas most tasks per kind; a kind that is not named is not asked for
   * @param lease for how long the claim holds
   * @param clockDifferenceMs the database's clock minus the queue's, ms
   */
  record ClaimRequest(Map<TaskKind, Integer> quotas, Duration lease, long clockDifferenceMs) {}

  /**
   * What was claimed, expired leases first, then the longest due.
   *
   * @param queueTimeMs the queue's own clock while it answered, ms since 1970
   * @param nextDueInMs ms until the next task is due or the next lease ends (0: at once); {@link
   *     Long#MAX_VALUE} when the queue holds none of the kinds asked for
   * @param expired how many of the tasks were taken over from a claim whose lease ended
   */
  record Claim(long queueTimeMs, long nextDueInMs, int expired, List<ClaimedTask> tasks) {}

  /** What becomes of claimed tasks. Each entry counts only while its claim still holds the task. */
  record Settlement(List<ClaimedTask> acks, List<Retry> retries, List<Release> releases) {
    public static final Settlement NONE = new Settlement(List.of(), List.of(), List.of());
  }

  /** Back to the queue after a failure, the attempt counted. */
  record Retry(ClaimedTask task, long delayMs) {}

  /**
   * Back to the queue without counting the attempt.
   *
   * @param dueAtMs when the row says it is due, ms since 1970
   * @param delayMs least time until it may be claimed again, ms; 0 for at once. It matters only
   *     where {@code dueAtMs} has passed by the queue's reckoning
   */
  record Release(ClaimedTask task, long dueAtMs, long delayMs) {}

  /** The queue's own clock, ms since 1970. */
  long timeMs();
}
