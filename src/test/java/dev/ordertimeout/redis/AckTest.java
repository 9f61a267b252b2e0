package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Settlement;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
class AckTest extends QueueTest {

  @Test
  void what_the_claim_still_holds_is_gone() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .leased(A, FUTURE)
            .claim(A, 1, PAST, "t")
            .leased(B, FUTURE)
            .claim(B, 1, PAST, "t")
            .due(C, FUTURE));
    redis.put(SUBSIDY, state().leased(TIER_1, FUTURE).claim(TIER_1, 1, PAST, "u"));

    ack(held(A, "t"), held(TIER_1, "u"));

    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(state().leased(B, FUTURE).claim(B, 1, PAST, "t").due(C, FUTURE));
    assertThat(redis.read(SUBSIDY)).isEqualTo(state());
  }

  @Test
  @Tag("case-6")
  void a_late_ack_with_a_lost_token_changes_nothing() {
    redis.put(CANCEL_UNPAID, state().leased(A, PAST).claim(A, 1, PAST, "slow"));
    claim(CANCEL_UNPAID, 1);
    QueueState takenOver = redis.read(CANCEL_UNPAID);

    ack(held(A, "slow"));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(takenOver);
  }

  @Test
  void an_ack_does_not_take_what_waits_for_a_retry_or_is_unknown() {
    QueueState before = state().due(A, FUTURE).claim(A, 1, PAST, "");
    redis.put(CANCEL_UNPAID, before);

    ack(held(A, "t"), held(B, "t"));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(before);
  }

  @Test
  void a_batch_is_acked_and_the_next_claimed_in_one_go() {
    queue.schedule(
        LongStream.range(0, 1_200)
            .mapToObj(i -> new Task(TaskId.cancelUnpaid(order(i)), PAST + i))
            .toList());
    Claim first = claim(CANCEL_UNPAID, 700);

    Claim second =
        queue.settleAndClaim(
            new Settlement(first.tasks(), List.of(), List.of()),
            new ClaimRequest(Map.of(CANCEL_UNPAID, 700), LEASE, 0));

    assertThat(ids(second))
        .isEqualTo(
            LongStream.range(700, 1_200).mapToObj(i -> TaskId.cancelUnpaid(order(i))).toList());
    QueueState after = redis.read(CANCEL_UNPAID);
    assertThat(after.due()).isEmpty();
    assertThat(after.leased()).hasSize(500);
    assertThat(after.claims()).hasSize(500);
  }

  private void ack(ClaimedTask... tasks) {
    queue.settle(new Settlement(List.of(tasks), List.of(), List.of()));
  }
}
