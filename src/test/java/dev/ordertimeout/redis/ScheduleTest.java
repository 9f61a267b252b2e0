package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue.Settlement;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ScheduleTest extends QueueTest {

  @Test
  void a_task_stands_under_its_kind_at_its_due_time() {
    queue.schedule(List.of(new Task(A, FUTURE), new Task(TIER_2, FUTURE + 1)));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, FUTURE));
    assertThat(redis.read(SUBSIDY)).isEqualTo(state().due(TIER_2, FUTURE + 1));
  }

  @Test
  void a_task_that_is_due_moves() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST).due(B, PAST));

    queue.schedule(List.of(new Task(A, FUTURE)));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, FUTURE).due(B, PAST));
  }

  @Test
  void a_lease_and_its_attempts_are_forgotten_so_a_late_ack_does_nothing() {
    redis.put(
        CANCEL_UNPAID,
        state().leased(A, FUTURE).claim(A, 3, PAST, "t").leased(B, FUTURE).claim(B, 1, PAST, "t"));

    queue.schedule(List.of(new Task(A, FUTURE)));

    QueueState after = state().due(A, FUTURE).leased(B, FUTURE).claim(B, 1, PAST, "t");
    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(after);
    queue.settle(new Settlement(List.of(held(A, "t")), List.of(), List.of()));
    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(after);
  }

  @Test
  void more_tasks_than_one_call_takes_are_all_scheduled() {
    List<Task> tasks =
        LongStream.range(0, 1_201)
            .mapToObj(i -> new Task(TaskId.cancelUnpaid(order(i)), FUTURE + i))
            .toList();

    queue.schedule(tasks);

    assertThat(redis.read(CANCEL_UNPAID).due()).hasSize(1_201);
  }

  @Test
  void no_task_is_no_call() {
    queue.schedule(List.of());

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state());
  }
}
