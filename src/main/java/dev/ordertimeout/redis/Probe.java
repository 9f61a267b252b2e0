package dev.ordertimeout.redis;

import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Settlement;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds out whether the queue would work, by doing what it does: on each shard a claim, of nothing,
 * which runs a script and looks at every key, and a write, which a server refuses that is full,
 * cannot save, or is a replica. A PING or a read goes well on all of those.
 */
@ApplicationScoped
class Probe {
  private static final Map<TaskKind, Integer> NOTHING =
      Stream.of(TaskKind.values()).collect(Collectors.toMap(kind -> kind, kind -> 0));

  private final RedisCalls redis;
  private final RedisKeys keys;
  private final RedisTaskQueue queue;

  Probe(RedisCalls redis, RedisKeys keys) {
    this.redis = redis;
    this.keys = keys;
    queue = new RedisTaskQueue(redis, keys);
  }

  /**
   * @throws QueueUnavailableException if the queue would not work
   */
  void run() {
    queue.settleAndClaim(Settlement.NONE, new ClaimRequest(NOTHING, Duration.ZERO, 0));
    for (int shard = 0; shard < keys.shards(); shard++) {
      redis.send(Request.cmd(Command.SET).arg(keys.probe(shard)).arg("").arg("PX").arg(1));
    }
  }
}
