package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector.Page;
import io.quarkus.test.junit.QuarkusTest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ScanTest extends QueueTest {

  @Test
  void all_pages_together_hold_every_entry_and_no_other_kind() {
    List<Task> tasks =
        LongStream.range(0, 3_000)
            .mapToObj(i -> new Task(TaskId.cancelUnpaid(order(i)), PAST + i))
            .toList();
    queue.schedule(tasks);
    redis.put(SUBSIDY, state().due(TIER_1, PAST));

    assertThat(scan(inspector, CANCEL_UNPAID)).isEqualTo(Set.copyOf(tasks));
  }

  @Test
  void members_that_name_no_task_are_told_apart() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST).due(TIER_1, PAST).due("", PAST));
    redis.putDue(CANCEL_UNPAID, new byte[] {(byte) 0xff, 0, '\n'}, "1");
    redis.putDue(CANCEL_UNPAID, new byte[1_000_000], "2");

    Page page = inspector.scan(CANCEL_UNPAID, null);

    assertThat(page.entries()).containsExactly(new Task(A, PAST));
    assertThat(page.malformed())
        .hasSize(4)
        .contains(TIER_1.member(), "")
        .allSatisfy(member -> assertThat(member).hasSizeLessThanOrEqualTo(256));
    assertThat(page.nextCursor()).isNull();
  }

  @Test
  void a_cursor_that_no_page_gave_is_refused() {
    assertThatThrownBy(() -> inspector.scan(CANCEL_UNPAID, "nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nonsense");
  }

  static Set<Task> scan(RedisTaskQueueInspector inspector, TaskKind kind) {
    Set<Task> found = new HashSet<>();
    String cursor = null;
    do {
      Page page = inspector.scan(kind, cursor);
      found.addAll(page.entries());
      cursor = page.nextCursor();
    } while (cursor != null);
    return found;
  }
}
