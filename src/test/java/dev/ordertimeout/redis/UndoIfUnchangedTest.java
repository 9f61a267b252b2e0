package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.task.TaskQueueInspector.Undo;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class UndoIfUnchangedTest extends QueueTest {

  @Test
  void leases_and_retries_become_due_as_said_or_go_and_are_forgotten() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .leased(A, FUTURE)
            .claim(A, 1, PAST, "t")
            .due(B, FUTURE)
            .claim(B, 3, PAST, "")
            .leased(C, FUTURE)
            .due(C, FUTURE));

    int undone = inspector.undoIfUnchanged(all().stream().map(e -> undo(e, C)).toList());

    assertThat(undone).isEqualTo(3);
    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, PAST + 7).due(B, PAST + 7));
  }

  @Test
  void what_moved_since_it_was_seen_stays() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .leased(A, FUTURE)
            .claim(A, 1, PAST, "t")
            .due(B, FUTURE)
            .claim(B, 3, PAST, "")
            .leased(C, FUTURE));
    List<Entry> seen = all();
    redis.put(CANCEL_UNPAID, state().leased(A, FUTURE + 1).claim(B, 4, PAST, ""));
    queue.unschedule(List.of(C));
    QueueState before = redis.read(CANCEL_UNPAID);

    assertThat(inspector.undoIfUnchanged(seen.stream().map(e -> undo(e, A)).toList())).isZero();

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(before);
  }

  @Test
  void a_due_task_that_was_leased_since_stays_with_its_worker() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST));
    List<Entry> seen = all();
    claim(CANCEL_UNPAID, 1);
    QueueState before = redis.read(CANCEL_UNPAID);

    inspector.undoIfUnchanged(seen.stream().map(e -> undo(e, B)).toList());

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(before);
  }

  private List<Entry> all() {
    return inspector.lookUp(List.of(A, B, C));
  }

  private static Undo undo(Entry seen, TaskId removed) {
    return new Undo(seen, seen.id().equals(removed) ? null : PAST + 7);
  }
}
