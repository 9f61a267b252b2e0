package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.RedisKeys.Part.CLAIMS;
import static dev.ordertimeout.redis.RedisKeys.Part.DUE;
import static dev.ordertimeout.redis.RedisKeys.Part.LEASED;
import static dev.ordertimeout.redis.RedisKeys.Part.MALFORMED;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.task.TaskKind;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Puts whole states into Redis and reads them back, past the queue. Knows the first shard only. */
@ApplicationScoped
public class QueueFixture {
  private final RedisCalls redis;
  private final RedisKeys keys;
  private final Circuit circuit;

  QueueFixture(RedisCalls redis, RedisKeys keys, Circuit circuit) {
    this.redis = redis;
    this.keys = keys;
    this.circuit = circuit;
  }

  /** Everything goes, known scripts excepted, an outage that an earlier test made included. */
  public void clear() {
    send(Command.FLUSHALL);
    awaitUse();
  }

  /** Waits until the queue is used again. */
  public void awaitUse() {
    await().atMost(Duration.ofSeconds(20)).until(() -> !circuit.isOpen());
  }

  /** Adds the state to what is there. */
  public void put(TaskKind kind, QueueState state) {
    state.due().forEach((member, at) -> send(Command.ZADD, key(kind, DUE), at, member));
    state.leased().forEach((member, end) -> send(Command.ZADD, key(kind, LEASED), end, member));
    state.claims().forEach((member, claim) -> send(Command.HSET, key(kind, CLAIMS), member, claim));
    state.malformed().forEach(member -> send(Command.ZADD, key(kind, MALFORMED), 1, member));
  }

  /** A due entry whose member is any bytes, and whose score is anything. */
  public void putDue(TaskKind kind, byte[] member, String score) {
    redis.send(Request.cmd(Command.ZADD).arg(key(kind, DUE)).arg(score).arg(member));
  }

  public QueueState read(TaskKind kind) {
    return QueueState.of(
        scores(key(kind, DUE)),
        scores(key(kind, LEASED)),
        pairs(send(Command.HGETALL, key(kind, CLAIMS)), Response::toString),
        scores(key(kind, MALFORMED)).keySet());
  }

  /** Redis's clock, ms since 1970. */
  public long nowMs() {
    Response time = send(Command.TIME);
    return time.get(0).toLong() * 1000 + time.get(1).toLong() / 1000;
  }

  public String key(TaskKind kind, Part part) {
    return keys.slot(0, kind).key(part);
  }

  public Response send(Command command, Object... args) {
    Request request = Request.cmd(command);
    for (Object arg : args) {
      request.arg(String.valueOf(arg));
    }
    return redis.send(request);
  }

  private Map<String, Long> scores(String key) {
    String script = "return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')";
    return pairs(send(Command.EVAL, script, 1, key), score -> Score.toMs(score.toString()));
  }

  private static <T> Map<String, T> pairs(Response reply, Function<Response, T> value) {
    Map<String, T> pairs = new TreeMap<>();
    if (!reply.getKeys().isEmpty()) {
      reply.getKeys().forEach(key -> pairs.put(key, value.apply(reply.get(key))));
      return pairs;
    }
    for (int i = 0; i < reply.size(); i += 2) {
      String member = reply.get(i).toString(StandardCharsets.UTF_8);
      pairs.put(member, value.apply(reply.get(i + 1)));
    }
    return pairs;
  }
}
