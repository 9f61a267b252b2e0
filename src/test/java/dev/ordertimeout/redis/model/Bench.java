package dev.ordertimeout.redis.model;

import dev.ordertimeout.redis.RedisCalls;
import dev.ordertimeout.redis.RedisKeys;
import dev.ordertimeout.redis.model.Standing.Hold;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.TaskId;
import io.vertx.redis.client.Redis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The queue on Redis and the reference beside it, driven together and compared. */
final class Bench {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  final Clocks clocks = new Clocks();
  final ReferenceQueue reference = new ReferenceQueue();
  final Holders holders = new Holders();
  final RedisKeys keys;
  final RedisCalls calls;
  final SteppedRedis redis;
  final RedisContents contents;
  private @Nullable Cut nextCut;

  /**
   * Over an empty queue.
   *
   * @param scripts see {@link SteppedRedis}
   */
  Bench(Redis server, int shards, UnaryOperator<String> scripts) {
    keys = new RedisKeys("model", shards);
    redis = new SteppedRedis(server, scripts);
    calls = new RedisCalls(redis, PATIENCE);
    contents = new RedisContents(server, keys);
    contents.set(Map.of());
  }

  /** The next round trip is cut, if it is long enough. */
  void cutNext(@Nullable Cut cut) {
    nextCut = cut;
  }

  /** What one script does to the reference, given the token that is new in Redis. */
  interface Effect {
    void take(String newToken);
  }

  /**
   * Sends to the real queue, does to the reference what the scripts that ran should have done, and
   * compares all that both hold.
   *
   * @param effects by the script's verb; those in the order in which the scripts ran
   * @return the real answer
   * @throws QueueUnavailableException if the round trip was cut; the reference is then as Redis is
   */
  <T> T exchange(Supplier<T> real, Map<String, Effect> effects) {
    redis.begin(clocks.queueMs(), nextCut);
    nextCut = null;
    T answer = null;
    QueueUnavailableException failure = null;
    try {
      answer = real.get();
    } catch (QueueUnavailableException e) {
      failure = e;
    }
    Map<TaskId, Standing> found = contents.read();
    List<Map<TaskId, Standing>> versions = effects(effects, found);
    if (failure == null) {
      compare(found);
      return answer;
    }
    if (!redis.wasCut()) {
      throw new Violation("unasked for: " + failure.getMessage());
    }
    new CutCheck(versions).check(found);
    reference.become(found);
    holders.forget();
    throw failure;
  }

  private List<Map<TaskId, Standing>> effects(
      Map<String, Effect> effects, Map<TaskId, Standing> found) {
    List<Map<TaskId, Standing>> versions = new ArrayList<>(List.of(reference.contents()));
    String newToken = newToken(found);
    for (String verb : redis.ran()) {
      effects.get(verb).take(newToken);
      versions.add(reference.contents());
    }
    return versions;
  }

  private void compare(Map<TaskId, Standing> found) {
    if (!found.equals(reference.contents())) {
      throw new Violation(
          "The queue holds%n    %s%n  and should hold%n    %s"
              .formatted(Names.of(found), Names.of(reference.contents())));
    }
  }

  private String newToken(Map<TaskId, Standing> found) {
    Set<String> before = tokens(reference.contents());
    return tokens(found).stream().filter(token -> !before.contains(token)).findAny().orElse("?");
  }

  private static Set<String> tokens(Map<TaskId, Standing> contents) {
    return contents.values().stream()
        .map(Standing::hold)
        .filter(Objects::nonNull)
        .map(Hold::token)
        .filter(token -> !token.isEmpty())
        .collect(Collectors.toSet());
  }
}
