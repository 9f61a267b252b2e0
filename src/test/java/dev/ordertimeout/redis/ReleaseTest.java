package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Release;
import dev.ordertimeout.task.TaskQueue.Settlement;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ReleaseTest extends QueueTest {

  @Test
  void a_first_attempt_is_taken_back_whole() {
    redis.put(CANCEL_UNPAID, state().leased(A, FUTURE).claim(A, 1, PAST, "t"));

    release(0, new Release(held(A, "t"), PAST, 0));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, PAST));
  }

  @Test
  void earlier_attempts_stay() {
    redis.put(CANCEL_UNPAID, state().leased(A, FUTURE).claim(A, 3, PAST, "t"));

    release(0, new Release(held(A, "t"), PAST, 0));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, PAST).claim(A, 2, PAST, ""));
  }

  @Test
  void a_due_time_to_come_counts_whatever_the_delay() {
    redis.put(CANCEL_UNPAID, state().leased(A, FUTURE).claim(A, 2, PAST, "t"));

    release(0, new Release(held(A, "t"), FUTURE, 50));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, FUTURE).claim(A, 1, FUTURE, ""));
  }

  @Test
  void a_due_time_that_has_passed_waits_for_the_delay_by_the_database_clock() {
    redis.put(CANCEL_UNPAID, state().leased(A, FUTURE).claim(A, 1, PAST, "t"));

    Claim claim = release(5_000, new Release(held(A, "t"), PAST, 60_000));

    long dueAt = redis.read(CANCEL_UNPAID).due().get(A.member());
    assertThat(dueAt).isBetween(claim.queueTimeMs() + 64_000, claim.queueTimeMs() + 65_000);
    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, dueAt));
  }

  @Test
  void whether_the_due_time_has_passed_is_for_the_database_clock_to_say() {
    long now = redis.nowMs();
    redis.put(CANCEL_UNPAID, state().leased(A, FUTURE).claim(A, 1, PAST, "t"));

    release(-5_000, new Release(held(A, "t"), now - 1_000, 60_000));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, now - 1_000));
  }

  @Test
  void a_lost_token_changes_nothing() {
    QueueState before = state().leased(A, FUTURE).claim(A, 2, PAST, "new");
    redis.put(CANCEL_UNPAID, before);

    release(0, new Release(held(A, "old"), PAST, 0), new Release(held(B, "old"), PAST, 0));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(before);
  }

  /** Asks for another kind, so that what was released stays to be seen. */
  private Claim release(long clockDifferenceMs, Release... releases) {
    return queue.settleAndClaim(
        new Settlement(List.of(), List.of(), List.of(releases)),
        new ClaimRequest(Map.of(SUBSIDY, 1), LEASE, clockDifferenceMs));
  }
}
