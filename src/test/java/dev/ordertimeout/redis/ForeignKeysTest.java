package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.redis.RedisKeys.Part.CLAIMS;
import static dev.ordertimeout.redis.RedisKeys.Part.DUE;
import static dev.ordertimeout.redis.RedisKeys.Part.LEASED;
import static dev.ordertimeout.redis.RedisKeys.Part.MALFORMED;
import static dev.ordertimeout.redis.RedisKeys.Part.SET_ASIDE;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.support.LogLines;
import dev.ordertimeout.task.Task;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Something else stands in the place of the queue's keys. */
@QuarkusTest
class ForeignKeysTest extends QueueTest {

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "SET_ASIDE")
  void a_claim_moves_it_out_of_the_way_and_says_so_and_every_kind_goes_on(Part part) {
    String key = redis.key(SUBSIDY, part);
    redis.put(SUBSIDY, state().due(TIER_1, PAST));
    redis.put(CANCEL_UNPAID, state().due(A, PAST).leased(B, PAST).claim(B, 1, PAST, "t"));
    redis.send(Command.DEL, key);
    redis.send(Command.SET, key, "something else");

    LogLines log = new LogLines();
    try (log) {
      assertThat(ids(claim(Map.of(CANCEL_UNPAID, 10, SUBSIDY, 10), 0))).contains(B, A);
    }

    assertThat(redis.send(Command.GET, redis.key(SUBSIDY, SET_ASIDE)))
        .hasToString("something else");
    assertThat(redis.send(Command.TTL, redis.key(SUBSIDY, SET_ASIDE)).toLong())
        .isCloseTo(Duration.ofDays(7).toSeconds(), within(60L));
    assertThat(redis.read(SUBSIDY).malformed()).containsExactly("a string in the place of " + key);
    assertThat(inspector.counts(0).get(SUBSIDY).malformed()).as("counted").isEqualTo(1);
    assertThat(log.all()).anyMatch(line -> line.contains(key) && line.contains("set aside"));
    queue.schedule(List.of(new Task(TIER_2, PAST)));
    assertThat(ids(claim(SUBSIDY, 10))).contains(TIER_2);
  }

  @Test
  void all_keys_of_all_kinds_are_free_after_one_look_without_a_claim() {
    for (Part part : new Part[] {DUE, LEASED, CLAIMS, MALFORMED}) {
      redis.send(Command.LPUSH, redis.key(CANCEL_UNPAID, part), "x");
      redis.send(Command.SET, redis.key(SUBSIDY, part), "x");
    }

    assertThat(inspector.setAsideForeignKeys())
        .hasSize(8)
        .contains(redis.key(CANCEL_UNPAID, CLAIMS), redis.key(SUBSIDY, DUE));

    assertThat(inspector.setAsideForeignKeys()).isEmpty();
    assertThat(inspector.counts(0).get(CANCEL_UNPAID).malformed()).isEqualTo(4);
    assertThat(redis.read(CANCEL_UNPAID).due()).isEmpty();
  }

  @Test
  void a_look_for_such_keys_claims_nothing() {
    QueueState before = state().due(A, PAST).leased(B, PAST).claim(B, 1, PAST, "t");
    redis.put(CANCEL_UNPAID, before);

    assertThat(inspector.setAsideForeignKeys()).isEmpty();

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(before);
  }
}
