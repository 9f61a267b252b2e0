package dev.ordertimeout.redis;

import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Settlement;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** For the tests of the scripts: an empty queue, some tasks, some times. */
abstract class QueueTest {
  static final TaskId A = TaskId.cancelUnpaid(order(1));
  static final TaskId B = TaskId.cancelUnpaid(order(2));
  static final TaskId C = TaskId.cancelUnpaid(order(3));
  static final TaskId TIER_1 = TaskId.subsidy(order(1), 1);
  static final TaskId TIER_2 = TaskId.subsidy(order(1), 2);

  /** Ms since 1970: in 2023, and in 2096. */
  static final long PAST = 1_700_000_000_000L;

  static final long FUTURE = 4_000_000_000_000L;
  static final Duration LEASE = Duration.ofSeconds(15);

  @Inject RedisCalls direct;
  @Inject RedisKeys keysOfService;
  @Inject QueueFixture redis;

  RedisTaskQueue queue;
  RedisTaskQueueInspector inspector;

  /** Past the circuit, which a test that makes a call fail would open. */
  @BeforeEach
  void empty() {
    queue = new RedisTaskQueue(direct, keysOfService);
    inspector = new RedisTaskQueueInspector(direct, keysOfService);
    redis.clear();
  }

  static UUID order(long number) {
    return new UUID(0, number);
  }

  /** A task as the claim with that token holds it. */
  static ClaimedTask held(TaskId task, String token) {
    return new ClaimedTask(task, PAST, 1, token);
  }

  Claim claim(TaskKind kind, int quota) {
    return claim(Map.of(kind, quota), 0);
  }

  Claim claim(Map<TaskKind, Integer> quotas, long clockDifferenceMs) {
    return queue.settleAndClaim(
        Settlement.NONE, new ClaimRequest(quotas, LEASE, clockDifferenceMs));
  }

  static List<TaskId> ids(Claim claim) {
    return claim.tasks().stream().map(ClaimedTask::id).toList();
  }
}
