package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.Task;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ScheduleIfAbsentTest extends QueueTest {

  @Test
  void only_what_is_neither_due_nor_leased_is_added_and_named() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST).leased(B, FUTURE).claim(B, 1, PAST, "t"));

    var absent =
        queue.scheduleIfAbsent(
            List.of(
                new Task(A, FUTURE),
                new Task(B, FUTURE),
                new Task(C, FUTURE),
                new Task(TIER_1, FUTURE + 1)));

    assertThat(absent).containsExactlyInAnyOrder(C, TIER_1);
    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(state().due(A, PAST).due(C, FUTURE).leased(B, FUTURE).claim(B, 1, PAST, "t"));
    assertThat(redis.read(SUBSIDY)).isEqualTo(state().due(TIER_1, FUTURE + 1));
  }

  @Test
  void what_waits_for_a_retry_keeps_its_time_and_attempts() {
    QueueState before = state().due(A, FUTURE).claim(A, 2, PAST, "");
    redis.put(CANCEL_UNPAID, before);

    assertThat(queue.scheduleIfAbsent(List.of(new Task(A, PAST)))).isEmpty();

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(before);
  }

  @Test
  void a_claim_whose_lease_was_lost_does_not_hide_that_the_task_is_absent() {
    redis.put(CANCEL_UNPAID, state().claim(A, 1, PAST, "t"));

    assertThat(queue.scheduleIfAbsent(List.of(new Task(A, PAST)))).containsExactly(A);

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, PAST).claim(A, 1, PAST, "t"));
  }
}
