package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueTest.A;
import static dev.ordertimeout.redis.QueueTest.B;
import static dev.ordertimeout.redis.QueueTest.held;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import dev.ordertimeout.redis.RedisKeys.Batch;
import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.redis.RedisKeys.Slot;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Release;
import dev.ordertimeout.task.TaskQueue.Retry;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.task.TaskQueueInspector.Move;
import dev.ordertimeout.task.TaskQueueInspector.Undo;
import java.io.File;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds the head of each script against what Java sends and what the body does. */
class ScriptHeadsTest {
  /** Those of Redis 5.0 that the scripts may call; the docs of each say "since" 5.0 or earlier. */
  private static final Set<String> COMMANDS =
      Set.of(
          "EXPIRE",
          "HDEL",
          "HEXISTS",
          "HGET",
          "HLEN",
          "HMGET",
          "HSCAN",
          "HSET",
          "RENAME",
          "TIME",
          "TYPE",
          "UNLINK",
          "ZADD",
          "ZCARD",
          "ZCOUNT",
          "ZRANGE",
          "ZRANGEBYSCORE",
          "ZREM",
          "ZREMRANGEBYRANK",
          "ZSCAN",
          "ZSCORE");

  /** Options, as Redis 5.0 knows them. */
  private static final Set<String> OPTIONS = Set.of("COUNT", "LIMIT", "NX", "WITHSCORES");

  private static final Set<String> REPLIES = Set.of("ABSENT", "DUE", "LEASED");

  private static final Map<Part, String> TYPES =
      Map.of(
          Part.DUE,
          "ZSET",
          Part.LEASED,
          "ZSET",
          Part.CLAIMS,
          "HASH",
          Part.MALFORMED,
          "ZSET",
          Part.SET_ASIDE,
          "any");

  private static final Slot SLOT = new RedisKeys("ot", 1).slot(0, TaskKind.CANCEL_UNPAID);
  private static final Duration LEASE = Duration.ofSeconds(1);

  /** For each script a call with two tasks, or kinds. */
  private static final Map<Script, ScriptCall> CALLS =
      Stream.of(
              TaskCalls.schedule(two(new Task(A, 1), new Task(B, 1))),
              TaskCalls.scheduleIfAbsent(two(new Task(A, 1), new Task(B, 1))),
              TaskCalls.unschedule(two(A, B)),
              new ClaimCalls(
                      new ClaimRequest(
                          Map.of(TaskKind.CANCEL_UNPAID, 1, TaskKind.SUBSIDY, 1), LEASE, 0),
                      "token",
                      0,
                      new RedisKeys("ot", 1))
                  .calls()
                  .get(0),
              TaskCalls.ack(two(held(A, "t"), held(B, "t"))),
              TaskCalls.retry(two(new Retry(held(A, "t"), 0), new Retry(held(B, "t"), 0)), 0),
              TaskCalls.release(
                  two(new Release(held(A, "t"), 0, 0), new Release(held(B, "t"), 0, 0)), 0),
              TaskCalls.renew(two(held(A, "t"), held(B, "t")), LEASE),
              TaskCalls.lookUp(two(A, B)),
              TaskCalls.moveIfUnchanged(two(new Move(A, 1, 2), new Move(B, 1, 2))),
              TaskCalls.removeIfUnchanged(two(new Task(A, 1), new Task(B, 1))),
              TaskCalls.undoIfUnchanged(two(undo(A, 1L), undo(B, null))),
              TaskCalls.orphans(SLOT, "0", 10, true),
              TaskCalls.beyondShards(SLOT, true),
              TaskCalls.counts(SLOT, 0))
          .collect(toMap(ScriptCall::script, Function.identity()));

  @ParameterizedTest
  @EnumSource
  void the_head_says_purpose_keys_arguments_reply_and_what_a_cut_leaves(Script script) {
    assertThat(head(script)).startsWith(script.verb() + ": ");
    assertThat(section(script, "KEYS")).isNotBlank();
    assertThat(section(script, "ARGV")).isNotBlank();
    assertThat(section(script, "Reply")).isNotBlank();
    assertThat(head(script)).containsAnyOf("\nCut short: ", "\nWrites nothing.");
  }

  @ParameterizedTest
  @EnumSource
  void the_keys_of_the_head_are_those_that_java_sends_in_that_order(Script script) {
    String keys = section(script, "KEYS");
    int slots = keys.startsWith("for each kind") ? 2 : 1;
    List<String> named = all("(\\w+ \\((?:ZSET|HASH|any)\\))", keys);
    List<String> sent =
        CALLS.get(script).keys().stream()
            .map(key -> Part.valueOf(key.replaceAll(".*:", "").toUpperCase(Locale.ROOT)))
            .map(part -> part.name().toLowerCase(Locale.ROOT) + " (" + TYPES.get(part) + ")")
            .toList();

    assertThat(sent)
        .isEqualTo(Stream.generate(() -> named).limit(slots).flatMap(List::stream).toList());
  }

  @ParameterizedTest
  @EnumSource
  void the_arguments_of_the_head_are_as_many_as_java_sends(Script script) {
    String[] parts = section(script, "ARGV").split("for each [^:]*:", 2);
    long fixed = items(parts[0]);
    long repeated = parts.length == 1 ? 0 : items(parts[1]);

    assertThat(CALLS.get(script).args()).hasSize((int) (fixed + 2 * repeated));
  }

  /** Not those that go through all their keys; ShardsTest watches what each touches. */
  @ParameterizedTest
  @EnumSource(
      mode = EXCLUDE,
      names = {"CLAIM", "BEYOND_SHARDS"})
  void the_body_uses_all_keys_that_it_declares_and_no_other(Script script) {
    Set<String> used = new TreeSet<>(all("KEYS\\[(\\d)\\]", body(script)));

    assertThat(used)
        .containsExactlyElementsOf(
            Stream.iterate(1, i -> i + 1)
                .limit(script.parts().size())
                .map(String::valueOf)
                .toList());
  }

  @ParameterizedTest
  @EnumSource
  void the_body_calls_only_commands_that_redis_5_has(Script script) {
    Set<String> words = new TreeSet<>(all("'([A-Z]{2,})'", body(script)));
    words.removeAll(OPTIONS);
    words.removeAll(REPLIES);

    assertThat(words).isNotEmpty().isSubsetOf(COMMANDS);
  }

  @Test
  void every_file_is_a_script_that_java_knows() {
    assertThat(new File("src/main/resources/lua").list())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Script.values()).map(script -> script.verb() + ".lua").toList());
  }

  private static Undo undo(TaskId task, Long dueAtMs) {
    return new Undo(new Entry(task, Entry.State.LEASED, 1, 1), dueAtMs);
  }

  private static <T> Batch<T> two(T first, T second) {
    return new Batch<>(SLOT, List.of(first, second));
  }

  /** The leading comment, its continued lines joined. */
  private static String head(Script script) {
    return script
        .text()
        .substring(0, script.text().indexOf("\n\n"))
        .replaceAll("(?m)^-- ", "")
        .replaceAll("\n(?!KEYS|ARGV|Reply|Cut short|Writes nothing)\\s*", " ");
  }

  private static String section(Script script, String title) {
    return head(script)
        .lines()
        .filter(line -> line.startsWith(title + " "))
        .map(line -> line.substring(title.length() + 1))
        .findFirst()
        .orElse("");
  }

  private static String body(Script script) {
    return script.text().replaceAll("(?m)--.*$", "");
  }

  private static long items(String list) {
    return Arrays.stream(list.split(";")).filter(item -> !item.isBlank()).count();
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(ScriptHeadsTest::first).toList();
  }

  private static String first(MatchResult found) {
    return found.group(1);
  }
}
