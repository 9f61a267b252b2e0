package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class UnscheduleTest extends QueueTest {

  @Test
  void the_tasks_go_whether_due_leased_or_waiting_for_a_retry() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .due(A, PAST)
            .claim(A, 2, PAST, "")
            .leased(B, FUTURE)
            .claim(B, 1, PAST, "t")
            .due(C, FUTURE));
    redis.put(SUBSIDY, state().due(TIER_1, FUTURE).due(TIER_2, FUTURE));

    queue.unschedule(List.of(A, B, TIER_1));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(C, FUTURE));
    assertThat(redis.read(SUBSIDY)).isEqualTo(state().due(TIER_2, FUTURE));
  }

  @Test
  void an_unknown_task_is_no_error() {
    queue.unschedule(List.of(A));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state());
  }
}
