package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Release;
import dev.ordertimeout.task.TaskQueue.Retry;
import dev.ordertimeout.task.TaskQueue.Settlement;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server forgets its scripts when it restarts, fails over, or is told to. */
@QuarkusTest
@Tag("case-21")
class UnknownScriptsTest extends QueueTest {

  @BeforeEach
  void forget() {
    redis.send(Command.SCRIPT, "FLUSH");
  }

  @Test
  void a_single_call_is_sent_again_with_its_text_and_known_from_then_on() {
    queue.schedule(List.of(new Task(A, PAST)));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, PAST));
    assertThat(known(Script.SCHEDULE)).isTrue();
  }

  @Test
  void a_pipeline_of_settling_and_claiming_runs_whole_in_its_order() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .leased(A, FUTURE)
            .claim(A, 1, PAST, "t")
            .leased(B, FUTURE)
            .claim(B, 1, PAST, "t")
            .due(C, FUTURE));

    Claim claim = settleAndClaim();

    assertThat(ids(claim)).containsExactly(B);
    assertThat(claim.tasks().get(0).attempts()).isEqualTo(2);
    assertThat(redis.read(CANCEL_UNPAID).due()).containsOnlyKeys(C.member());
    assertThat(redis.read(CANCEL_UNPAID).leased()).containsOnlyKeys(B.member());
  }

  @Test
  void where_only_the_claim_was_known_what_was_settled_after_it_is_not_slept_over() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .leased(A, FUTURE)
            .claim(A, 1, PAST, "t")
            .leased(B, FUTURE)
            .claim(B, 1, PAST, "t")
            .due(C, FUTURE));
    redis.send(Command.SCRIPT, "LOAD", Script.CLAIM.text());

    Claim claim = settleAndClaim();

    assertThat(claim.tasks()).isEmpty();
    assertThat(claim.nextDueInMs()).isZero();
    assertThat(redis.read(CANCEL_UNPAID).leased()).isEmpty();
    assertThat(ids(claim(CANCEL_UNPAID, 10))).containsExactly(B);
  }

  @Test
  void where_only_the_settling_was_known_it_does_not_run_twice() {
    redis.put(CANCEL_UNPAID, state().leased(A, FUTURE).claim(A, 3, PAST, "t"));
    redis.send(Command.SCRIPT, "LOAD", Script.RELEASE.text());

    queue.settleAndClaim(
        new Settlement(List.of(), List.of(), List.of(new Release(held(A, "t"), FUTURE, 0))),
        new ClaimRequest(Map.of(CANCEL_UNPAID, 10), LEASE, 0));

    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, FUTURE).claim(A, 2, FUTURE, ""));
  }

  /** Acks A, gives B back at once. */
  private Claim settleAndClaim() {
    return queue.settleAndClaim(
        new Settlement(List.of(held(A, "t")), List.of(new Retry(held(B, "t"), 0)), List.of()),
        new ClaimRequest(Map.of(CANCEL_UNPAID, 10), LEASE, 0));
  }

  private boolean known(Script script) {
    return redis.send(Command.SCRIPT, "EXISTS", script.sha1()).get(0).toInteger() == 1;
  }
}
