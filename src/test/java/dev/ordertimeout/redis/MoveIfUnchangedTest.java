package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskQueueInspector.Move;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class MoveIfUnchangedTest extends QueueTest {

  @Test
  void only_what_is_due_as_expected_and_was_never_tried_moves() {
    redis.put(
        CANCEL_UNPAID, state().due(A, PAST).due(B, PAST + 1).due(C, PAST).claim(C, 1, PAST, ""));

    int moved =
        inspector.moveIfUnchanged(
            List.of(
                new Move(A, PAST, FUTURE), new Move(B, PAST, FUTURE), new Move(C, PAST, FUTURE)));

    assertThat(moved).isEqualTo(1);
    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(state().due(A, FUTURE).due(B, PAST + 1).due(C, PAST).claim(C, 1, PAST, ""));
  }

  @Test
  void neither_a_leased_nor_an_absent_task_becomes_due() {
    QueueState before = state().leased(A, FUTURE).claim(A, 1, PAST, "t");
    redis.put(CANCEL_UNPAID, before);

    assertThat(
            inspector.moveIfUnchanged(
                List.of(new Move(A, FUTURE, PAST), new Move(B, PAST, FUTURE))))
        .isZero();

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1234.75", "-1234.75", "inf", "-inf", "1e300", "9007199254740993", "0"})
  void whatever_score_was_forged_it_moves_by_the_time_that_a_scan_or_look_up_gave(String score) {
    redis.putDue(CANCEL_UNPAID, A.member().getBytes(US_ASCII), score);
    Task scanned = inspector.scan(CANCEL_UNPAID, null).entries().get(0);

    assertThat(inspector.lookUp(List.of(A)).get(0).atMs()).isEqualTo(scanned.dueAtMs());
    assertThat(inspector.moveIfUnchanged(List.of(new Move(A, scanned.dueAtMs(), PAST))))
        .isEqualTo(1);

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, PAST));
  }
}
