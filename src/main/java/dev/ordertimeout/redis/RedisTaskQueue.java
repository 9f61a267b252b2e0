package dev.ordertimeout.redis;

import dev.ordertimeout.redis.ClaimCalls.Merged;
import dev.ordertimeout.redis.ClaimCalls.Misplaced;
import dev.ordertimeout.redis.RedisKeys.Batch;
import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * The queue on Redis. Each method is one round trip of script calls, which are the transactions.
 */
@ApplicationScoped
public class RedisTaskQueue implements TaskQueue {
  private static final Logger LOG = Logger.getLogger(RedisTaskQueue.class);

  private final Calls redis;
  private final RedisKeys keys;
  private final SecureRandom random = new SecureRandom();
  private final AtomicInteger claims = new AtomicInteger();
  private final AtomicBoolean malformedSeen = new AtomicBoolean();
  private final AtomicBoolean misplacedSeen = new AtomicBoolean();
  private volatile long clockDifferenceMs;

  public RedisTaskQueue(Calls redis, RedisKeys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  @Override
  public void schedule(Collection<Task> tasks) {
    redis.run(keys.batches(tasks, Task::id).stream().map(TaskCalls::schedule).toList());
  }

  @Override
  public Set<TaskId> scheduleIfAbsent(Collection<Task> tasks) {
    List<Batch<Task>> batches = keys.batches(tasks, Task::id);
    List<Response> replies =
        redis.run(batches.stream().map(TaskCalls::scheduleIfAbsent).toList()).all();
    Set<TaskId> absent = new LinkedHashSet<>();
    for (int i = 0; i < batches.size(); i++) {
      List<Task> items = batches.get(i).items();
      replies.get(i).forEach(position -> absent.add(items.get(position.toInteger() - 1).id()));
    }
    return absent;
  }

  @Override
  public void unschedule(Collection<TaskId> tasks) {
    redis.run(keys.batches(tasks, id -> id).stream().map(TaskCalls::unschedule).toList());
  }

  @Override
  public Claim settleAndClaim(Settlement settlement, ClaimRequest request) {
    clockDifferenceMs = request.clockDifferenceMs();
    String token = HexFormat.of().toHexDigits(random.nextLong());
    ClaimCalls claim = new ClaimCalls(request, token, claims.getAndIncrement(), keys);
    List<ScriptCall> calls = new ArrayList<>(settlementCalls(settlement));
    int settled = calls.size();
    calls.addAll(claim.calls());
    Replies replies = redis.run(calls);
    List<Response> claimed = replies.all().subList(settled, replies.all().size());
    warnOnce(ClaimCalls.setAside(claimed));
    warn(ClaimCalls.keysSetAside(claimed));
    Merged merged = claim.merge(claimed);
    moveHome(merged.misplaced());
    // What was settled after the claim looked, or moved, may be due before all that it saw.
    boolean lookAgain = (replies.resent() && settled > 0) || !merged.misplaced().isEmpty();
    Claim found = merged.claim();
    return lookAgain ? new Claim(found.queueTimeMs(), 0, found.expired(), found.tasks()) : found;
  }

  /**
   * Takes tasks to the shard they belong in, there first: where they stand, nobody could settle
   * them, and they would come back with every lease.
   */
  private void moveHome(List<Misplaced> misplaced) {
    if (misplaced.isEmpty()) {
      return;
    }
    scheduleIfAbsent(
        misplaced.stream()
            .map(Misplaced::task)
            .map(task -> new Task(task.id(), task.dueAtMs()))
            .toList());
    redis.run(misplaced.stream().map(TaskCalls::unschedule).toList());
    if (misplacedSeen.compareAndSet(false, true)) {
      LOG.warnf(
          "The queue held %d tasks in shards that are not theirs; they are moved, and further ones too."
              + " Was order-timeout.queue.shards changed? A reconciliation clears what is left",
          misplaced.size());
    }
  }

  @Override
  public void settle(Settlement settlement) {
    redis.run(settlementCalls(settlement));
  }

  @Override
  public int renew(Collection<ClaimedTask> tasks, Duration lease) {
    return redis
        .run(
            keys.batches(tasks, ClaimedTask::id).stream()
                .map(batch -> TaskCalls.renew(batch, lease))
                .toList())
        .total();
  }

  @Override
  public long timeMs() {
    Response time = redis.send(Request.cmd(Command.TIME));
    return time.get(0).toLong() * 1000 + time.get(1).toLong() / 1000;
  }

  private List<ScriptCall> settlementCalls(Settlement settlement) {
    long difference = clockDifferenceMs;
    return Stream.of(
            keys.batches(settlement.acks(), ClaimedTask::id).stream().map(TaskCalls::ack),
            keys.batches(settlement.retries(), retry -> retry.task().id()).stream()
                .map(batch -> TaskCalls.retry(batch, difference)),
            keys.batches(settlement.releases(), release -> release.task().id()).stream()
                .map(batch -> TaskCalls.release(batch, difference)))
        .flatMap(calls -> calls)
        .toList();
  }

  private static void warn(List<String> keysSetAside) {
    for (String key : keysSetAside) {
      LOG.warnf(
          "%s was of another type than the queue's and is set aside for a week, the latest of its shard"
              + " and kind under …:%s; what the queue held there is put back from the rows",
          key, Part.SET_ASIDE.spelled());
    }
  }

  private void warnOnce(int setAside) {
    if (setAside > 0 && malformedSeen.compareAndSet(false, true)) {
      LOG.warnf(
          "The queue held %d members that name no task. They are kept in %s and count as malformed;"
              + " further ones are only counted",
          setAside, keys.malformedPattern());
    }
  }
}
