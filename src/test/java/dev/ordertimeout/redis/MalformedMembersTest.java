package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.redis.RedisKeys.Part.MALFORMED;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.Claim;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@QuarkusTest
class MalformedMembersTest extends QueueTest {

  @Test
  @Tag("case-10")
  void they_are_set_aside_and_their_neighbours_are_claimed() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .due(A, PAST)
            .due("", PAST)
            .due(TIER_1, PAST)
            .due("not a task", PAST)
            .due(B, PAST + 1));

    Claim claim = claim(CANCEL_UNPAID, 10);

    String token = claim.tasks().get(0).token();
    long leaseEnd = claim.queueTimeMs() + LEASE.toMillis();
    assertThat(ids(claim)).containsExactly(A, B);
    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(
            state()
                .leased(A, leaseEnd)
                .claim(A, 1, PAST, token)
                .leased(B, leaseEnd)
                .claim(B, 1, PAST + 1, token)
                .malformed("")
                .malformed(TIER_1.member())
                .malformed("not a task"));
    assertThat(inspector.counts(0).get(CANCEL_UNPAID).malformed()).isEqualTo(3);
  }

  @Test
  void leased_ones_go_with_their_claims_when_the_lease_ends() {
    redis.put(
        CANCEL_UNPAID,
        state().leased("x", PAST).claim("x", 1, PAST, "t").leased(A, PAST).claim(A, 1, PAST, "t"));

    Claim claim = claim(CANCEL_UNPAID, 10);

    assertThat(ids(claim)).containsExactly(A);
    assertThat(claim.expired()).isEqualTo(1);
    QueueState after = redis.read(CANCEL_UNPAID);
    assertThat(after.leased()).containsOnlyKeys(A.member());
    assertThat(after.claims()).containsOnlyKeys(A.member());
    assertThat(after.malformed()).containsExactly("x");
  }

  @Test
  void random_bytes_and_a_member_of_a_megabyte_stop_nothing() {
    Random random = new Random(20);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      redis.putDue(CANCEL_UNPAID, bytes, "1");
    }
    redis.putDue(CANCEL_UNPAID, new byte[1_000_000], "2");
    redis.putDue(CANCEL_UNPAID, (A.member() + "\0").getBytes(ISO_8859_1), "3");
    redis.put(CANCEL_UNPAID, state().due(B, PAST));

    Claim claim = claim(CANCEL_UNPAID, 1_000);

    assertThat(ids(claim)).containsExactly(B);
    assertThat(redis.read(CANCEL_UNPAID).due()).isEmpty();
    assertThat(redis.send(Command.ZCARD, redis.key(CANCEL_UNPAID, MALFORMED)).toInteger())
        .isGreaterThan(150);
    assertThat(redis.send(Command.MEMORY, "USAGE", redis.key(CANCEL_UNPAID, MALFORMED)).toLong())
        .isLessThan(100_000);
  }

  @Test
  void a_quota_full_of_them_gives_way_to_the_next_claim() {
    redis.put(CANCEL_UNPAID, state().due("1", 1).due("2", 2).due(A, PAST));

    Claim first = claim(CANCEL_UNPAID, 2);
    Claim second = claim(CANCEL_UNPAID, 2);

    assertThat(first.tasks()).isEmpty();
    assertThat(first.nextDueInMs()).isZero();
    assertThat(ids(second)).containsExactly(A);
  }

  @Test
  void only_the_newest_thousand_are_kept() {
    QueueState many = state();
    IntStream.range(0, 1_500).forEach(i -> many.due().put("x" + i, (long) i));
    redis.put(CANCEL_UNPAID, many.malformed("the oldest"));

    claim(CANCEL_UNPAID, 2_000);

    assertThat(redis.read(CANCEL_UNPAID).due()).isEmpty();
    assertThat(redis.read(CANCEL_UNPAID).malformed()).hasSize(1_000).doesNotContain("the oldest");
  }

  /** The form of a member is known to the script and to Java; here they are held together. */
  @ParameterizedTest
  @EnumSource
  void what_the_script_takes_for_a_task_is_what_java_reads_as_one(TaskKind kind) {
    String id = "0190f5c4-9d2a-7abc-8def-0123456789ab";
    List<String> members =
        Stream.of(
                id,
                id.toUpperCase(Locale.ROOT),
                id.replace('-', '_'),
                id.substring(1),
                id + "0",
                " " + id,
                id + " ",
                id + "\n",
                id + ":",
                id + ":0",
                id + ":1",
                id + ":01",
                id + ":10",
                id + ":9999",
                id + ":10000",
                id + ":-1",
                id + ":1:1",
                id + ":1 ",
                id + ":1\n",
                id + ":١",
                id.replace('9', '٩'),
                id.replace('a', 'g'),
                "{" + id + "}")
            .toList();
    QueueState state = state();
    for (String member : members) {
      state = state.due(member, PAST);
    }
    redis.put(kind, state);

    List<String> claimed =
        claim(kind, 100).tasks().stream().map(task -> task.id().member()).toList();

    assertThat(claimed)
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(
            members.stream().filter(m -> TaskId.parse(kind, m).isPresent()).toList());
  }

  @Test
  void the_other_kinds_go_on() {
    redis.put(CANCEL_UNPAID, state().due("x", PAST));
    redis.put(SUBSIDY, state().due(A, PAST).due(TIER_1, PAST));

    assertThat(ids(claim(Map.of(CANCEL_UNPAID, 5, SUBSIDY, 5), 0))).containsExactly(TIER_1);
  }
}
