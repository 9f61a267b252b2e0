package dev.ordertimeout.redis;

import dev.ordertimeout.redis.RedisKeys.Batch;
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

  private final RedisCalls redis;
  private final RedisKeys keys;
  private final SecureRandom random = new SecureRandom();
  private final AtomicInteger claims = new AtomicInteger();
  private final AtomicBoolean malformedSeen = new AtomicBoolean();
  private volatile long clockDifferenceMs;

  public RedisTaskQueue(RedisCalls redis, RedisKeys keys) {
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
    Claim merged = claim.merge(claimed);
    // What was settled after the claim looked may be due before all that it saw.
    return replies.resent() && settled > 0
        ? new Claim(merged.queueTimeMs(), 0, merged.expired(), merged.tasks())
        : merged;
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

  private void warnOnce(int setAside) {
    if (setAside > 0 && malformedSeen.compareAndSet(false, true)) {
      LOG.warnf(
          "The queue held %d members that name no task. They are kept in %s and count as malformed;"
              + " further ones are only counted",
          setAside, keys.malformedPattern());
    }
  }
}
