package dev.ordertimeout.redis;

import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Release;
import dev.ordertimeout.task.TaskQueue.Retry;
import dev.ordertimeout.task.TaskQueue.Settlement;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.task.TaskQueueInspector.Move;
import dev.ordertimeout.task.TaskQueueInspector.Page;
import dev.ordertimeout.task.TaskQueueInspector.Undo;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The queue over sixteen hash tags, as on Redis Cluster. */
@QuarkusTest
class ShardsTest extends QueueTest {
  private static final int SHARDS = 16;

  @Inject RedisCalls calls;

  @ConfigProperty(name = "quarkus.redis.hosts")
  URI server;

  private final RedisKeys keys = new RedisKeys("sharded", SHARDS);
  private final List<TaskId> tasks =
      new Random(7)
          .longs(400)
          .mapToObj(bits -> TaskId.cancelUnpaid(new UUID(bits, ~bits * 31)))
          .toList();
  private RedisTaskQueue sharded;
  private RedisTaskQueueInspector look;

  @BeforeEach
  void shards() {
    sharded = new RedisTaskQueue(calls, keys);
    look = new RedisTaskQueueInspector(calls, keys);
  }

  @Test
  void an_order_lives_with_all_its_tasks_in_one_shard_and_orders_in_all_shards() {
    sharded.schedule(tasks.stream().map(id -> new Task(id, PAST)).toList());

    Set<String> stems = tasks.stream().map(id -> keys.slotOf(id).stem()).collect(toSet());
    assertThat(stems).hasSize(SHARDS);
    assertThat(keysInRedis()).isEqualTo(stems.stream().map(stem -> stem + ":due").collect(toSet()));
    assertThat(keys.slotOf(TIER_1).stem()).startsWith(tag(keys.slotOf(A).stem()));
  }

  @Test
  void a_claim_takes_no_more_than_its_quota_from_all_shards_together_and_all_in_the_end() {
    sharded.schedule(tasks.stream().map(id -> new Task(id, PAST)).toList());

    List<TaskId> claimed = new ArrayList<>();
    Claim claim;
    do {
      claim = claim(7);
      assertThat(claim.tasks()).hasSizeLessThanOrEqualTo(7);
      claimed.addAll(ids(claim));
    } while (claim.nextDueInMs() == 0);

    assertThat(claimed).containsExactlyInAnyOrderElementsOf(tasks);
  }

  @Test
  void tasks_of_all_shards_come_longest_due_first_after_those_taken_over() {
    sharded.schedule(
        IntStream.range(0, 400).mapToObj(i -> new Task(tasks.get(i), PAST + i)).toList());
    Claim first = sharded.settleAndClaim(Settlement.NONE, request(32, 0));
    sharded.renew(first.tasks(), Duration.ofMillis(-1));

    Claim second = claim(100_000);

    assertThat(second.expired()).isEqualTo(first.tasks().size()).isPositive();
    assertThat(second.tasks()).hasSize(400);
    int expired = second.expired();
    assertThat(second.tasks().subList(0, expired)).extracting(ClaimedTask::dueAtMs).isSorted();
    assertThat(second.tasks().subList(0, expired))
        .extracting(ClaimedTask::attempts)
        .containsOnly(2);
    assertThat(second.tasks().subList(expired, 400)).extracting(ClaimedTask::dueAtMs).isSorted();
  }

  @Test
  void every_method_works_over_all_shards() {
    List<Task> due = tasks.stream().map(id -> new Task(id, PAST)).toList();
    assertThat(sharded.scheduleIfAbsent(due)).isEqualTo(Set.copyOf(tasks));
    assertThat(sharded.scheduleIfAbsent(due)).isEmpty();
    assertThat(look.lookUp(tasks)).extracting(Entry::id).isEqualTo(tasks);
    assertThat(look.lookUp(tasks)).extracting(Entry::atMs).containsOnly(PAST);
    assertThat(ScanTest.scan(look, CANCEL_UNPAID)).isEqualTo(Set.copyOf(due));
    assertThat(look.counts(0).get(CANCEL_UNPAID).due()).isEqualTo(400);
    assertThat(
            look.moveIfUnchanged(tasks.stream().map(id -> new Move(id, PAST, PAST + 1)).toList()))
        .isEqualTo(400);
    Claim claim = claim(100_000);
    assertThat(claim.tasks()).hasSize(400);
    assertThat(sharded.renew(claim.tasks(), LEASE)).isEqualTo(400);
    assertThat(OrphansTest.scan(look, CANCEL_UNPAID, true)).isEmpty();
    sharded.settle(
        new Settlement(
            claim.tasks().subList(0, 100),
            claim.tasks().subList(100, 200).stream().map(t -> new Retry(t, 60_000)).toList(),
            claim.tasks().subList(200, 300).stream().map(t -> new Release(t, FUTURE, 0)).toList()));
    assertThat(look.counts(0).get(CANCEL_UNPAID))
        .satisfies(counts -> assertThat(counts.scheduled()).isEqualTo(200))
        .satisfies(counts -> assertThat(counts.retrying()).isEqualTo(100))
        .satisfies(counts -> assertThat(counts.leased()).isEqualTo(100));
    assertThat(look.removeIfUnchanged(tasks.stream().map(id -> new Task(id, FUTURE)).toList()))
        .isEqualTo(100);
    sharded.schedule(due);
    assertThat(look.counts(0).get(CANCEL_UNPAID).due()).isEqualTo(400);
    assertThat(
            look.undoIfUnchanged(
                look.lookUp(tasks).stream().map(e -> new Undo(e, FUTURE)).toList()))
        .isEqualTo(400);
    assertThat(look.scanLeases(CANCEL_UNPAID, null, true).entries()).isEmpty();
    assertThat(look.setAsideForeignKeys()).isEmpty();
    sharded.unschedule(tasks);
    assertThat(look.beyondShards(CANCEL_UNPAID, true)).isZero();
    assertThat(keysInRedis()).isEmpty();
  }

  @Test
  void tasks_claimed_in_a_shard_that_is_not_theirs_are_moved_home_and_claimed_there_once() {
    RedisTaskQueue before = new RedisTaskQueue(calls, new RedisKeys("sharded", 1));
    before.schedule(tasks.stream().map(id -> new Task(id, PAST)).toList());

    List<ClaimedTask> claimed = new ArrayList<>();
    Claim claim;
    do {
      claim = claim(1_000);
      claimed.addAll(claim.tasks());
    } while (claim.nextDueInMs() == 0);

    assertThat(claimed).extracting(ClaimedTask::id).containsExactlyInAnyOrderElementsOf(tasks);
    assertThat(claimed).extracting(ClaimedTask::dueAtMs).containsOnly(PAST);
    sharded.settle(new Settlement(claimed, List.of(), List.of()));
    assertThat(keysInRedis()).as("nothing comes back").isEmpty();
  }

  @Test
  void what_stands_in_a_wrong_shard_is_told_apart_and_removed() {
    RedisTaskQueue before = new RedisTaskQueue(calls, new RedisKeys("sharded", 1));
    before.schedule(tasks.stream().map(id -> new Task(id, FUTURE)).toList());
    long home =
        tasks.stream().filter(id -> keys.slotOf(id).equals(keys.slot(0, CANCEL_UNPAID))).count();

    Page page = look.scan(CANCEL_UNPAID, null);

    assertThat(page.entries()).hasSize((int) home);
    assertThat(page.malformed()).hasSize(400 - (int) home);
    assertThat(look.removeMalformed(CANCEL_UNPAID, null)).isEqualTo(400 - (int) home);
    assertThat(ScanTest.scan(look, CANCEL_UNPAID)).hasSize((int) home);
  }

  @Test
  void shards_that_are_not_in_use_any_more_are_counted_and_emptied_and_others_left() {
    sharded.schedule(tasks.stream().map(id -> new Task(id, PAST)).toList());
    claim(100);
    RedisTaskQueueInspector fewer = new RedisTaskQueueInspector(calls, new RedisKeys("sharded", 4));
    redis.send(Command.SET, keys.slot(15, SUBSIDY).key(RedisKeys.Part.CLAIMS), "x");
    redis.send(Command.SET, "{sharded2:5}:CANCEL_UNPAID:due", "of another deployment");

    int found = fewer.beyondShards(CANCEL_UNPAID, false);

    assertThat(fewer.beyondShards(CANCEL_UNPAID, true)).isEqualTo(found).isBetween(200, 399);
    assertThat(fewer.beyondShards(SUBSIDY, true)).isEqualTo(1);
    assertThat(fewer.beyondShards(CANCEL_UNPAID, true)).isZero();
    assertThat(keysInRedis())
        .contains("{sharded2:5}:CANCEL_UNPAID:due")
        .filteredOn(key -> key.startsWith("{sharded:"))
        .isNotEmpty()
        .allMatch(key -> key.matches("\\{sharded:[0-3]}.*"));
  }

  @Test
  @Tag("case-7")
  void every_script_touches_only_the_keys_it_declares_and_they_have_one_hash_tag()
      throws Exception {
    List<String> seen = monitor(this::every_method_works_over_all_shards);

    Set<String> scripts = new HashSet<>();
    List<String> declared = List.of();
    for (String line : seen) {
      List<String> words = words(line);
      if (words.get(0).matches("(?i)eval(sha)?")) {
        scripts.add(words.get(1));
        declared = words.subList(3, 3 + Integer.parseInt(words.get(2)));
        assertThat(declared).extracting(ShardsTest::tag).containsOnly(tag(declared.get(0)));
      } else if (line.contains(" lua] ") && !words.get(0).equals("TIME")) {
        assertThat(declared).as(line).contains(words.get(1));
      }
    }
    assertThat(scripts).containsAll(Stream.of(Script.values()).map(Script::sha1).toList());
  }

  private Claim claim(int quota) {
    return sharded.settleAndClaim(Settlement.NONE, request(quota, 0));
  }

  private static ClaimRequest request(int quota, long difference) {
    Map<TaskKind, Integer> quotas = Map.of(CANCEL_UNPAID, quota, SUBSIDY, quota);
    return new ClaimRequest(quotas, LEASE, difference);
  }

  private Set<String> keysInRedis() {
    Set<String> found = new HashSet<>();
    redis.send(Command.KEYS, "*").forEach(key -> found.add(key.toString()));
    return found;
  }

  private static String tag(String key) {
    return key.substring(0, key.indexOf('}') + 1);
  }

  /** What the server ran meanwhile, one command a line. */
  private List<String> monitor(Runnable work) throws IOException {
    try (Socket socket = new Socket(server.getHost(), server.getPort());
        BufferedReader in =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write("MONITOR\r\n".getBytes(UTF_8));
      assertThat(in.readLine()).isEqualTo("+OK");
      work.run();
      redis.send(Command.ECHO, "that was all");
      List<String> lines = new ArrayList<>();
      String line = in.readLine();
      while (!line.contains("that was all")) {
        lines.add(line);
        line = in.readLine();
      }
      return lines;
    }
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher quoted = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(line);
    while (quoted.find()) {
      words.add(quoted.group(1));
    }
    return words;
  }
}
