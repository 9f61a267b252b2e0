package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.TaskQueueInspector.Counts;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

@QuarkusTest
class CountsTest extends QueueTest {

  @Test
  void each_kind_is_counted_by_state() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .due(A, PAST)
            .due(B, FUTURE)
            .claim(B, 1, PAST, "")
            .leased(C, FUTURE)
            .claim(C, 1, PAST, "t")
            .malformed("x")
            .malformed("y"));
    long before = redis.nowMs();

    var counts = inspector.counts(1_000);

    long age = counts.get(CANCEL_UNPAID).oldestDueAgeMs();
    assertThat(age).isBetween(before + 1_000 - PAST, redis.nowMs() + 1_000 - PAST);
    assertThat(counts)
        .containsEntry(CANCEL_UNPAID, new Counts(1, 1, 1, 1, 2, age))
        .containsEntry(SUBSIDY, new Counts(0, 0, 0, 0, 0, 0));
  }

  @Test
  void what_is_due_is_for_the_database_clock_to_say() {
    long now = redis.nowMs();
    redis.put(CANCEL_UNPAID, state().due(A, now - 1_000));

    Counts counts = inspector.counts(-5_000).get(CANCEL_UNPAID);

    assertThat(counts).isEqualTo(new Counts(1, 0, 0, 0, 0, 0));
  }

  @Test
  void the_queue_tells_its_own_time() {
    long before = redis.nowMs();

    assertThat(queue.timeMs()).isBetween(before, before + 5_000);
  }
}
