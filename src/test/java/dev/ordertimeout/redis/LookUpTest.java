package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static dev.ordertimeout.task.TaskQueueInspector.Entry.State.ABSENT;
import static dev.ordertimeout.task.TaskQueueInspector.Entry.State.DUE;
import static dev.ordertimeout.task.TaskQueueInspector.Entry.State.LEASED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class LookUpTest extends QueueTest {

  @Test
  void each_task_is_told_as_it_stands_in_the_order_asked() {
    redis.put(
        CANCEL_UNPAID,
        state().due(A, PAST).claim(A, 2, PAST, "").leased(B, FUTURE).claim(B, 1, PAST, "t"));
    redis.put(SUBSIDY, state().due(TIER_1, FUTURE));

    assertThat(inspector.lookUp(List.of(C, TIER_1, B, A, A)))
        .containsExactly(
            new Entry(C, ABSENT, 0, 0),
            new Entry(TIER_1, DUE, FUTURE, 0),
            new Entry(B, LEASED, FUTURE, 1),
            new Entry(A, DUE, PAST, 2),
            new Entry(A, DUE, PAST, 2));
  }

  @Test
  void a_page_larger_than_one_call_is_looked_up_whole() {
    List<TaskId> tasks =
        LongStream.range(0, 1_100).mapToObj(i -> TaskId.cancelUnpaid(order(i))).toList();
    redis.put(CANCEL_UNPAID, state().due(tasks.get(1_099), PAST));

    List<Entry> entries = inspector.lookUp(tasks);

    assertThat(entries).extracting(Entry::id).isEqualTo(tasks);
    assertThat(entries.get(1_099).state()).isEqualTo(DUE);
    assertThat(entries.subList(0, 1_099)).extracting(Entry::state).containsOnly(ABSENT);
  }
}
