package dev.ordertimeout.redis;

import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.task.TaskId;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** All keys of the queue, of every shard, as they are: to compare, to keep, to bring back. */
@ApplicationScoped
public class RedisImage {
  private static final String FLAT =
      "local t = redis.call('TYPE', KEYS[1]).ok;"
          + " if t == 'zset' then return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES') end;"
          + " if t == 'hash' then return redis.call('HGETALL', KEYS[1]) end;"
          + " return {'', t}";

  private final RedisCalls redis;
  private final RedisKeys keys;

  RedisImage(RedisCalls redis, RedisKeys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** What keys held; made by {@link #take}. */
  public record Snapshot(Map<String, byte[]> dumps) {}

  public Snapshot take() {
    Map<String, byte[]> dumps = new TreeMap<>();
    for (String key : queueKeys()) {
      Response dump = redis.send(Request.cmd(Command.DUMP).arg(key));
      if (dump != null) {
        dumps.put(key, dump.toBytes());
      }
    }
    return new Snapshot(dumps);
  }

  /** Makes the keys what they were; those that were not there go. */
  public void bringBack(Snapshot snapshot, Predicate<String> which) {
    delete(which);
    snapshot
        .dumps()
        .forEach(
            (key, dump) -> {
              if (which.test(key)) {
                redis.send(Request.cmd(Command.RESTORE).arg(key).arg(0).arg(dump).arg("REPLACE"));
              }
            });
  }

  public void delete(Predicate<String> which) {
    queueKeys().stream()
        .filter(which)
        .forEach(key -> redis.send(Request.cmd(Command.DEL).arg(key)));
  }

  /** Those keys of any of these parts. */
  public static Predicate<String> parts(Part... parts) {
    return key -> List.of(parts).stream().anyMatch(part -> key.endsWith(":" + part.spelled()));
  }

  /**
   * Key to member to score or value, apart from what is set aside for people.
   *
   * @return a key of any other type as its type
   */
  public SortedMap<String, SortedMap<String, String>> contents() {
    SortedMap<String, SortedMap<String, String>> contents = new TreeMap<>();
    for (String key : queueKeys()) {
      if (parts(Part.MALFORMED, Part.SET_ASIDE).test(key)) {
        continue;
      }
      Response flat = redis.send(Request.cmd(Command.EVAL).arg(FLAT).arg(1).arg(key));
      SortedMap<String, String> members = new TreeMap<>();
      for (int i = 0; i < flat.size(); i += 2) {
        members.put(flat.get(i).toString(StandardCharsets.ISO_8859_1), flat.get(i + 1).toString());
      }
      contents.put(key, members);
    }
    return contents;
  }

  /** Where the task belongs. */
  public String dueKey(TaskId task) {
    return keys.slotOf(task).key(Part.DUE);
  }

  public List<String> queueKeys() {
    List<String> found = new ArrayList<>();
    redis.send(Request.cmd(Command.KEYS).arg("{ot:*}:*")).forEach(key -> found.add(key.toString()));
    return found;
  }
}
