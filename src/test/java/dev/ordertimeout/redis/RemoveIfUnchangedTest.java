package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.Task;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class RemoveIfUnchangedTest extends QueueTest {

  @Test
  void what_is_due_as_expected_goes_with_its_attempts() {
    redis.put(
        CANCEL_UNPAID, state().due(A, PAST).claim(A, 2, PAST, "").due(B, PAST + 1).due(C, FUTURE));

    int removed =
        inspector.removeIfUnchanged(
            List.of(new Task(A, PAST), new Task(B, PAST), new Task(C, FUTURE)));

    assertThat(removed).isEqualTo(2);
    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(B, PAST + 1));
  }

  @Test
  void a_leased_task_stays() {
    QueueState before =
        state()
            .leased(A, FUTURE)
            .claim(A, 1, PAST, "t")
            .due(B, PAST)
            .leased(B, FUTURE)
            .claim(B, 1, PAST, "t");
    redis.put(CANCEL_UNPAID, before);

    assertThat(inspector.removeIfUnchanged(List.of(new Task(A, FUTURE), new Task(B, PAST))))
        .isZero();

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1234.75", "inf", "-inf", "1e300"})
  void whatever_score_was_forged_it_goes_by_the_time_that_a_scan_gave(String score) {
    redis.putDue(CANCEL_UNPAID, A.member().getBytes(US_ASCII), score);

    assertThat(inspector.removeIfUnchanged(inspector.scan(CANCEL_UNPAID, null).entries()))
        .isEqualTo(1);

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state());
  }
}
