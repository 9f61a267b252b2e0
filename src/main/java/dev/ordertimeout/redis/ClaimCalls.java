package dev.ordertimeout.redis;

import dev.ordertimeout.redis.RedisKeys.Slot;
import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One claim, spread over all shards: splits the quotas, puts the replies together.
 *
 * @param turn which shards get what does not divide evenly; counts on with each claim
 */
record ClaimCalls(ClaimRequest request, String token, int turn, RedisKeys keys) {
  /** Where in a reply the tasks begin, four values each. */
  private static final int TASKS = 5;

  /** For each shard one call, or as many as keep each short. */
  List<ScriptCall> calls() {
    return IntStream.range(0, keys.shards())
        .boxed()
        .flatMap(shard -> IntStream.range(0, rounds(shard)).mapToObj(round -> call(shard, round)))
        .toList();
  }

  private ScriptCall call(int shard, int round) {
    List<Object> args = new ArrayList<>();
    args.addAll(List.of(token, request.lease().toMillis(), request.clockDifferenceMs()));
    for (TaskKind kind : kinds()) {
      int left = share(kind, shard) - round * RedisKeys.BATCH;
      args.add(Math.max(0, Math.min(left, RedisKeys.BATCH)));
      args.add(kind.tiered() ? 1 : 0);
    }
    return Script.CLAIM.on(kinds().stream().map(kind -> keys.slot(shard, kind)).toList(), args);
  }

  private int rounds(int shard) {
    int most = kinds().stream().mapToInt(kind -> share(kind, shard)).max().orElse(0);
    return Math.max(1, (most + RedisKeys.BATCH - 1) / RedisKeys.BATCH);
  }

  private List<TaskKind> kinds() {
    return request.quotas().keySet().stream().sorted().toList();
  }

  private int share(TaskKind kind, int shard) {
    int quota = request.quotas().getOrDefault(kind, 0);
    int rest = quota % keys.shards();
    return quota / keys.shards() + (Math.floorMod(shard + turn, keys.shards()) < rest ? 1 : 0);
  }

  /**
   * What the replies come to.
   *
   * @param misplaced what was claimed in a shard that is not its own, which nobody could settle
   */
  record Merged(Claim claim, List<Misplaced> misplaced) {}

  /** A task, and where it was claimed. */
  record Misplaced(ClaimedTask task, Slot at) {}

  Merged merge(List<Response> replies) {
    List<ClaimedTask> takenOver = new ArrayList<>();
    List<ClaimedTask> due = new ArrayList<>();
    List<Misplaced> misplaced = new ArrayList<>();
    List<Integer> shards = shards();
    for (int i = 0; i < replies.size(); i++) {
      Response reply = replies.get(i);
      int dueFrom = TASKS + 4 * reply.get(2).toInteger();
      for (int at = TASKS; at < reply.size(); at += 4) {
        ClaimedTask task = task(reply, at);
        Slot slot = keys.slot(shards.get(i), task.id().kind());
        if (keys.slotOf(task.id()).equals(slot)) {
          (at < dueFrom ? takenOver : due).add(task);
        } else {
          misplaced.add(new Misplaced(task, slot));
        }
      }
    }
    int expired = takenOver.size();
    Comparator<ClaimedTask> longestDue = Comparator.comparingLong(ClaimedTask::dueAtMs);
    takenOver.sort(longestDue);
    due.sort(longestDue);
    takenOver.addAll(due);
    long queueTimeMs = replies.get(replies.size() - 1).get(0).toLong();
    return new Merged(
        new Claim(queueTimeMs, nextDueInMs(replies), expired, List.copyOf(takenOver)), misplaced);
  }

  /** Of each call. */
  private List<Integer> shards() {
    return IntStream.range(0, keys.shards())
        .flatMap(shard -> IntStream.range(0, rounds(shard)).map(round -> shard))
        .boxed()
        .toList();
  }

  /** As each shard stood after the last call on it. */
  private long nextDueInMs(List<Response> replies) {
    long next = Long.MAX_VALUE;
    int last = -1;
    for (int shard = 0; shard < keys.shards(); shard++) {
      last += rounds(shard);
      long here = replies.get(last).get(1).toLong();
      next = here < 0 ? next : Math.min(next, here);
    }
    return next;
  }

  /** How many members the replies say were set aside. */
  static int setAside(List<Response> replies) {
    return replies.stream().mapToInt(reply -> reply.get(3).toInteger()).sum();
  }

  /** The keys that were of another type, and are free again. */
  static List<String> keysSetAside(List<Response> replies) {
    List<String> keys = new ArrayList<>();
    replies.forEach(reply -> reply.get(4).forEach(key -> keys.add(key.toString())));
    return keys;
  }

  private ClaimedTask task(Response reply, int at) {
    TaskKind kind = kinds().get(reply.get(at + 1).toInteger() - 1);
    TaskId id = TaskId.parse(kind, reply.get(at).toString()).orElseThrow();
    return new ClaimedTask(id, reply.get(at + 2).toLong(), reply.get(at + 3).toInteger(), token);
  }
}
