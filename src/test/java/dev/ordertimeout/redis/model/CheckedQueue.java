package dev.ordertimeout.redis.model;

import dev.ordertimeout.redis.RedisTaskQueue;
import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The real queue as one process uses it; what it answers and leaves is held against the reference.
 */
final class CheckedQueue implements TaskQueue {
  private final Bench bench;
  private final RedisTaskQueue real;

  /** As the process measured it when it last claimed, ms. */
  private long knownDifferenceMs;

  CheckedQueue(Bench bench) {
    this.bench = bench;
    real = new RedisTaskQueue(bench.calls, bench.keys);
  }

  @Override
  public void schedule(Collection<Task> tasks) {
    tasks.forEach(task -> bench.holders.superseded(task.id()));
    bench.exchange(
        () -> {
          real.schedule(tasks);
          return true;
        },
        Map.of("schedule", token -> tasks.forEach(bench.reference::schedule)));
  }

  @Override
  public Set<TaskId> scheduleIfAbsent(Collection<Task> tasks) {
    Set<TaskId> expected = new HashSet<>();
    Set<TaskId> absent =
        bench.exchange(
            () -> real.scheduleIfAbsent(tasks),
            Map.of(
                "schedule_if_absent",
                token ->
                    tasks.stream()
                        .filter(bench.reference::scheduleIfAbsent)
                        .forEach(task -> expected.add(task.id()))));
    Violation.unlessSame("absent tasks", Names.of(expected), Names.of(absent));
    return absent;
  }

  @Override
  public void unschedule(Collection<TaskId> tasks) {
    tasks.forEach(bench.holders::superseded);
    bench.exchange(
        () -> {
          real.unschedule(tasks);
          return true;
        },
        Map.of("unschedule", token -> tasks.forEach(bench.reference::unschedule)));
  }

  @Override
  public Claim settleAndClaim(Settlement settlement, ClaimRequest request) {
    knownDifferenceMs = request.clockDifferenceMs();
    long nowMs = bench.clocks.queueMs();
    settled(settlement);
    ReferenceClaim reference = new ReferenceClaim(bench.reference, bench.keys, request, nowMs);
    List<Claim> expected = new ArrayList<>();
    Claim claim =
        bench.exchange(
            () -> real.settleAndClaim(settlement, request),
            Map.of(
                "ack", token -> ack(settlement),
                "retry", token -> retry(settlement),
                "release", token -> release(settlement),
                "claim", token -> expected.add(reference.take(token))));
    ClaimCheck.compare(expected.get(0), claim);
    ClaimCheck.compareRest(reference.nextDueInMs(), claim.nextDueInMs(), bench.redis.resent());
    bench.holders.given(claim.tasks(), nowMs, nowMs + request.lease().toMillis());
    return claim;
  }

  @Override
  public void settle(Settlement settlement) {
    settled(settlement);
    bench.exchange(
        () -> {
          real.settle(settlement);
          return true;
        },
        Map.of(
            "ack", token -> ack(settlement),
            "retry", token -> retry(settlement),
            "release", token -> release(settlement)));
  }

  @Override
  public int renew(Collection<ClaimedTask> tasks, Duration lease) {
    long endMs = bench.clocks.queueMs() + lease.toMillis();
    List<ClaimedTask> expected = new ArrayList<>();
    int held =
        bench.exchange(
            () -> real.renew(tasks, lease),
            Map.of(
                "renew",
                token ->
                    tasks.stream()
                        .filter(task -> bench.reference.renew(task, endMs))
                        .forEach(expected::add)));
    Violation.unlessSame("still held", expected.size(), held);
    bench.holders.renewed(expected, endMs);
    return held;
  }

  @Override
  public long timeMs() {
    return bench.clocks.queueMs();
  }

  private void settled(Settlement settlement) {
    settlement.acks().forEach(bench.holders::settled);
    settlement.retries().forEach(retry -> bench.holders.settled(retry.task()));
    settlement.releases().forEach(release -> bench.holders.settled(release.task()));
  }

  private void ack(Settlement settlement) {
    settlement.acks().forEach(bench.reference::ack);
  }

  private void retry(Settlement settlement) {
    settlement.retries().forEach(retry -> bench.reference.retry(retry, knownNowMs()));
  }

  private void release(Settlement settlement) {
    settlement.releases().forEach(release -> bench.reference.release(release, knownNowMs()));
  }

  private long knownNowMs() {
    return bench.clocks.queueMs() + knownDifferenceMs;
  }
}
