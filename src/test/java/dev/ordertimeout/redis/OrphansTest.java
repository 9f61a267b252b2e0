package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.redis.RedisKeys.Part.CLAIMS;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector.OrphanPage;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class OrphansTest extends QueueTest {
  private static final TaskId D = TaskId.cancelUnpaid(order(4));
  private static final TaskId E = TaskId.cancelUnpaid(order(5));

  /** A leased, B waiting for a retry: both whole. D is leased without a claim. */
  private static final QueueState WHOLE =
      state()
          .leased(A, FUTURE)
          .claim(A, 1, PAST, "t")
          .due(B, FUTURE)
          .claim(B, 1, PAST, "")
          .leased(D, FUTURE);

  /** C: a claim alone. E: as if claimed, but without a lease. */
  private static final QueueState TORN =
      WHOLE.claim(C, 1, PAST, "t").due(E, PAST).claim(E, 1, PAST, "t");

  @Test
  void claims_without_the_lease_or_the_retry_they_go_with_are_found_and_left() {
    redis.put(CANCEL_UNPAID, TORN);

    assertThat(scan(false)).containsExactlyInAnyOrder(C.member(), E.member());

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(TORN);
  }

  @Test
  void repaired_they_go_and_what_is_whole_stays() {
    redis.put(CANCEL_UNPAID, TORN);

    assertThat(scan(true)).containsExactlyInAnyOrder(C.member(), E.member());

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(WHOLE.due(E, PAST));
    assertThat(scan(false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "garbage", "0|1|t", "1|t", "|1|t", "-1|1|t", "1|x|t", "1|1", "1|1|"})
  void a_claim_that_no_script_wrote_is_an_orphan_even_under_a_lease(String claim) {
    redis.put(CANCEL_UNPAID, state().leased(A, FUTURE));
    redis.send(Command.HSET, redis.key(CANCEL_UNPAID, CLAIMS), A.member(), claim);

    assertThat(scan(true)).containsExactly(A.member());

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().leased(A, FUTURE));
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
