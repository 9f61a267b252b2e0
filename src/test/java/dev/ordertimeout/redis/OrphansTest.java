package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector.OrphanPage;
import io.quarkus.test.junit.QuarkusTest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class OrphansTest extends QueueTest {
  private static final TaskId D = TaskId.cancelUnpaid(order(4));

  /** A leased, B waiting for a retry: both whole. C: a claim alone. D: a lease alone. */
  private static final QueueState WHOLE =
      state().leased(A, FUTURE).claim(A, 1, PAST, "t").due(B, FUTURE).claim(B, 1, PAST, "");

  private static final QueueState TORN = WHOLE.claim(C, 1, PAST, "t").leased(D, FUTURE);

  @Test
  void claims_and_leases_without_the_other_are_found_and_left() {
    redis.put(CANCEL_UNPAID, TORN);

    assertThat(scan(false)).containsExactlyInAnyOrder(C.member(), D.member());

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(TORN);
  }

  @Test
  void repaired_such_claims_go_and_such_leases_end_now_for_the_next_claim() {
    redis.put(CANCEL_UNPAID, TORN);

    assertThat(scan(true)).containsExactlyInAnyOrder(C.member(), D.member());

    long end = redis.read(CANCEL_UNPAID).leased().get(D.member());
    assertThat(end).isBetween(redis.nowMs() - 5_000, redis.nowMs());
    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(WHOLE.leased(D, end));
    assertThat(ids(claim(CANCEL_UNPAID, 10))).containsExactly(D);
    assertThat(scan(false)).isEmpty();
  }

  @Test
  void more_than_a_page_is_scanned_to_its_end() {
    List<TaskId> tasks =
        LongStream.range(0, 1_500).mapToObj(i -> TaskId.cancelUnpaid(order(i))).toList();
    QueueState torn = state();
    for (TaskId task : tasks) {
      torn.claims().put(task.member(), "1|" + PAST + "|t");
    }
    redis.put(CANCEL_UNPAID, torn);

    assertThat(scan(true)).hasSize(1_500);

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state());
  }

  private Set<String> scan(boolean repair) {
    return scan(inspector, CANCEL_UNPAID, repair);
  }

  static Set<String> scan(RedisTaskQueueInspector inspector, TaskKind kind, boolean repair) {
    Set<String> found = new HashSet<>();
    String cursor = null;
    do {
      OrphanPage page = inspector.scanOrphans(kind, cursor, repair);
      found.addAll(page.members());
      cursor = page.nextCursor();
    } while (cursor != null);
    return found;
  }
}
