package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Retry;
import dev.ordertimeout.task.TaskQueue.Settlement;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RetryTest extends QueueTest {

  @Test
  void the_task_waits_with_its_attempts_and_first_due_time_and_without_a_lease() {
    redis.put(
        CANCEL_UNPAID,
        state().leased(A, FUTURE).claim(A, 2, PAST, "t").leased(B, FUTURE).claim(B, 1, PAST, "t"));

    Claim claim = retry(new Retry(held(A, "t"), 60_000), 5_000);

    long dueAt = redis.read(CANCEL_UNPAID).due().get(A.member());
    assertThat(dueAt).isBetween(claim.queueTimeMs() + 64_000, claim.queueTimeMs() + 65_000);
    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(
            state().due(A, dueAt).claim(A, 2, PAST, "").leased(B, FUTURE).claim(B, 1, PAST, "t"));
  }

  @Test
  void a_lost_token_changes_nothing() {
    QueueState before =
        state().leased(A, FUTURE).claim(A, 2, PAST, "new").due(B, FUTURE).claim(B, 1, PAST, "");
    redis.put(CANCEL_UNPAID, before);

    queue.settle(
        new Settlement(
            List.of(),
            List.of(
                new Retry(held(A, "old"), 0),
                new Retry(held(B, "old"), 0),
                new Retry(held(C, "old"), 0)),
            List.of()));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(before);
  }

  @Test
  void a_retry_without_delay_is_claimed_in_the_same_round_trip() {
    redis.put(CANCEL_UNPAID, state().leased(A, FUTURE).claim(A, 1, PAST, "t"));

    Claim claim = retry(new Retry(held(A, "t"), 0), 0);

    assertThat(claim.tasks())
        .singleElement()
        .satisfies(task -> assertThat(task.id()).isEqualTo(A))
        .satisfies(task -> assertThat(task.attempts()).isEqualTo(2))
        .satisfies(task -> assertThat(task.dueAtMs()).isEqualTo(PAST));
  }

  private Claim retry(Retry retry, long clockDifferenceMs) {
    return queue.settleAndClaim(
        new Settlement(List.of(), List.of(retry), List.of()),
        new ClaimRequest(Map.of(CANCEL_UNPAID, 10), LEASE, clockDifferenceMs));
  }
}
