package dev.ordertimeout.redis.model;

import static java.util.Comparator.comparing;

import dev.ordertimeout.redis.RedisKeys;
import dev.ordertimeout.redis.RedisKeys.Slot;
import dev.ordertimeout.redis.model.Standing.Hold;
import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What a claim takes: of each kind and shard its share of the quota, first leases that ended, the
 * longest ago first, then what is due, the oldest first.
 *
 * @param queueMs the queue's clock, ms since 1970
 */
record ReferenceClaim(ReferenceQueue queue, RedisKeys keys, ClaimRequest request, long queueMs) {

  /**
   * Quotas are multiples of the number of shards.
   *
   * @param token under which it takes them
   */
  Claim take(String token) {
    List<ClaimedTask> ended = new ArrayList<>();
    List<ClaimedTask> due = new ArrayList<>();
    Map<Slot, Integer> left = new HashMap<>();
    for (TaskId task : upTo(queueMs, Standing::leaseEndMs)) {
      if (takesFrom(task, left)) {
        Hold hold = queue.of(task).hold();
        ended.add(lease(token, task, hold == null ? databaseMs() : hold.dueAtMs()));
      }
    }
    for (TaskId task : upTo(databaseMs(), Standing::dueAtMs)) {
      if (takesFrom(task, left)) {
        Hold hold = queue.of(task).hold();
        boolean waited = hold != null && hold.token().isEmpty();
        due.add(lease(token, task, waited ? hold.dueAtMs() : queue.of(task).dueAtMs()));
      }
    }
    int expired = ended.size();
    ended.sort(Comparator.comparingLong(ClaimedTask::dueAtMs));
    due.sort(Comparator.comparingLong(ClaimedTask::dueAtMs));
    ended.addAll(due);
    return new Claim(queueMs, nextDueInMs(), expired, ended);
  }

  private List<TaskId> upTo(long nowMs, Function<Standing, @Nullable Long> time) {
    return queue.contents().keySet().stream()
        .filter(task -> request.quotas().containsKey(task.kind()))
        .filter(task -> time.apply(queue.of(task)) != null)
        .filter(task -> time.apply(queue.of(task)) <= nowMs)
        .sorted(
            comparing((TaskId task) -> time.apply(queue.of(task))).thenComparing(TaskId::member))
        .toList();
  }

  private boolean takesFrom(TaskId task, Map<Slot, Integer> left) {
    int share = request.quotas().get(task.kind()) / keys.shards();
    return left.merge(keys.slotOf(task), share - 1, (now, first) -> now - 1) >= 0;
  }

  private ClaimedTask lease(String token, TaskId task, long dueAtMs) {
    int attempts = queue.of(task).attempts() + 1;
    long endMs = queueMs + request.lease().toMillis();
    queue.set(task, new Standing(null, endMs, new Hold(attempts, dueAtMs, token)));
    return new ClaimedTask(task, dueAtMs, attempts, token);
  }

  /** From what is queued now. */
  long nextDueInMs() {
    return queue.contents().entrySet().stream()
        .filter(entry -> asksFor(entry.getKey().kind()))
        .map(Map.Entry::getValue)
        .flatMapToLong(
            entry ->
                LongStream.concat(
                    until(entry.dueAtMs(), databaseMs()), until(entry.leaseEndMs(), queueMs)))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private boolean asksFor(TaskKind kind) {
    return request.quotas().containsKey(kind);
  }

  private static LongStream until(@Nullable Long at, long nowMs) {
    return at == null ? LongStream.empty() : LongStream.of(Math.max(0, at - nowMs));
  }

  private long databaseMs() {
    return queueMs + request.clockDifferenceMs();
  }
}
