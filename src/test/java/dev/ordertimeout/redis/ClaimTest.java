package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.Claim;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("containers")
@QuarkusTest
class ClaimTest extends QueueTest {

  @Test
  void the_longest_due_are_leased_and_nothing_is_removed() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST + 2).due(B, PAST + 1).due(C, FUTURE));

    Claim claim = claim(CANCEL_UNPAID, 1);

    String token = claim.tasks().get(0).token();
    assertThat(claim.tasks()).containsExactly(new ClaimedTask(B, PAST + 1, 1, token));
    assertThat(claim.expired()).isZero();
    assertThat(claim.nextDueInMs()).isZero();
    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(
            state()
                .due(A, PAST + 2)
                .due(C, FUTURE)
                .leased(B, claim.queueTimeMs() + LEASE.toMillis())
                .claim(B, 1, PAST + 1, token));
  }

  @Test
  @Tag("case-11")
  void what_another_claim_holds_is_left_alone_until_its_lease_ends() {
    QueueState before = state().leased(A, FUTURE).claim(A, 1, PAST, "other");
    redis.put(CANCEL_UNPAID, before);

    Claim claim = claim(CANCEL_UNPAID, 10);

    assertThat(claim.tasks()).isEmpty();
    assertThat(claim.nextDueInMs()).isEqualTo(FUTURE - claim.queueTimeMs());
    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(before);
  }

  @Test
  void ended_leases_are_taken_over_in_place_and_before_what_is_due() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .due(A, PAST)
            .leased(B, PAST + 20)
            .claim(B, 1, PAST + 10, "dead")
            .leased(C, PAST + 21)
            .claim(C, 4, PAST + 9, "dead"));

    Claim claim = claim(CANCEL_UNPAID, 2);

    String token = claim.tasks().get(0).token();
    long leaseEnd = claim.queueTimeMs() + LEASE.toMillis();
    assertThat(token).isNotEqualTo("dead");
    assertThat(claim.expired()).isEqualTo(2);
    assertThat(claim.tasks())
        .containsExactly(
            new ClaimedTask(C, PAST + 9, 5, token), new ClaimedTask(B, PAST + 10, 2, token));
    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(
            state()
                .due(A, PAST)
                .leased(B, leaseEnd)
                .claim(B, 2, PAST + 10, token)
                .leased(C, leaseEnd)
                .claim(C, 5, PAST + 9, token));
  }

  @Test
  void of_ended_leases_those_that_ended_first_are_taken_over_first() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .leased(A, PAST + 3)
            .claim(A, 1, PAST, "dead")
            .leased(B, PAST + 1)
            .claim(B, 1, PAST, "dead")
            .leased(C, PAST + 2)
            .claim(C, 1, PAST, "dead"));

    assertThat(ids(claim(CANCEL_UNPAID, 1))).containsExactly(B);
    assertThat(ids(claim(CANCEL_UNPAID, 1))).containsExactly(C);
    assertThat(ids(claim(CANCEL_UNPAID, 1))).containsExactly(A);
  }

  @Test
  void the_quota_left_by_ended_leases_goes_to_what_is_due() {
    redis.put(
        CANCEL_UNPAID,
        state().due(A, PAST).due(B, PAST + 1).leased(C, PAST).claim(C, 1, PAST + 2, "dead"));

    Claim claim = claim(CANCEL_UNPAID, 2);

    assertThat(ids(claim)).containsExactly(C, A);
    assertThat(claim.expired()).isEqualTo(1);
  }

  @Test
  void a_retry_keeps_its_attempts_and_its_first_due_time() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST + 500).claim(A, 2, PAST, ""));

    Claim claim = claim(CANCEL_UNPAID, 1);

    String token = claim.tasks().get(0).token();
    assertThat(claim.tasks()).containsExactly(new ClaimedTask(A, PAST, 3, token));
    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(
            state().leased(A, claim.queueTimeMs() + LEASE.toMillis()).claim(A, 3, PAST, token));
  }

  @Test
  void a_task_put_back_after_its_lease_was_lost_keeps_its_attempts_but_has_its_own_due_time() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST + 500).claim(A, 2, PAST, "lost"));

    assertThat(claim(CANCEL_UNPAID, 1).tasks())
        .singleElement()
        .satisfies(task -> assertThat(task.attempts()).isEqualTo(3))
        .satisfies(task -> assertThat(task.dueAtMs()).isEqualTo(PAST + 500));
  }

  @Test
  void a_lease_without_a_claim_is_taken_over_as_due_now() {
    redis.put(CANCEL_UNPAID, state().leased(A, PAST));

    Claim claim = claim(Map.of(CANCEL_UNPAID, 1), 7_000);

    assertThat(claim.expired()).isEqualTo(1);
    assertThat(claim.tasks())
        .singleElement()
        .isEqualTo(
            new ClaimedTask(A, claim.queueTimeMs() + 7_000, 1, claim.tasks().get(0).token()));
  }

  @Test
  void a_claim_that_nobody_can_read_counts_as_none() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST));
    redis.send(
        Command.HSET,
        redis.key(CANCEL_UNPAID, RedisKeys.Part.CLAIMS),
        A.member(),
        "99999999999999999999|x");

    assertThat(claim(CANCEL_UNPAID, 1).tasks())
        .singleElement()
        .satisfies(task -> assertThat(task.attempts()).isEqualTo(1));
  }

  @Test
  void a_task_that_is_due_and_leased_at_once_is_claimed_once() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST + 5).leased(A, PAST).claim(A, 1, PAST, "dead"));

    Claim claim = claim(CANCEL_UNPAID, 10);

    String token = claim.tasks().get(0).token();
    assertThat(claim.tasks()).containsExactly(new ClaimedTask(A, PAST, 2, token));
    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(
            state().leased(A, claim.queueTimeMs() + LEASE.toMillis()).claim(A, 2, PAST, token));
  }

  @Test
  void due_is_what_the_database_clock_says_and_leases_end_by_redis_clock() {
    long now = redis.nowMs();
    redis.put(
        CANCEL_UNPAID,
        state()
            .due(A, now + 4_000)
            .due(B, now + 60_000)
            .leased(C, now + 2_000)
            .claim(C, 1, 1, "t"));

    Claim behind = claim(Map.of(CANCEL_UNPAID, 10), 5_000);

    assertThat(ids(behind)).containsExactly(A);
    assertThat(redis.read(CANCEL_UNPAID).leased())
        .containsEntry(A.member(), behind.queueTimeMs() + LEASE.toMillis());
  }

  @Test
  void nothing_is_early_when_redis_clock_is_ahead() {
    long now = redis.nowMs();
    redis.put(CANCEL_UNPAID, state().due(A, now - 1_000));

    Claim ahead = claim(Map.of(CANCEL_UNPAID, 10), -5_000);

    assertThat(ahead.tasks()).isEmpty();
    assertThat(ahead.nextDueInMs()).isEqualTo(now - 1_000 - (ahead.queueTimeMs() - 5_000));
  }

  @Test
  void the_next_entry_is_the_sooner_of_due_and_lease_end_among_the_kinds_asked_for() {
    long now = redis.nowMs();
    redis.put(CANCEL_UNPAID, state().due(A, now + 50_000).leased(B, now + 40_000));
    redis.put(SUBSIDY, state().due(TIER_1, now + 30_000));

    Claim cancels = claim(CANCEL_UNPAID, 10);
    Claim both = claim(Map.of(CANCEL_UNPAID, 10, SUBSIDY, 10), 0);

    assertThat(cancels.nextDueInMs()).isEqualTo(now + 40_000 - cancels.queueTimeMs());
    assertThat(both.nextDueInMs()).isEqualTo(now + 30_000 - both.queueTimeMs());
  }

  @Test
  void an_empty_queue_has_no_next_entry() {
    Claim claim = claim(CANCEL_UNPAID, 10);

    assertThat(claim.nextDueInMs()).isEqualTo(Long.MAX_VALUE);
    assertThat(claim.queueTimeMs()).isBetween(redis.nowMs() - 5_000, redis.nowMs());
  }

  @Test
  void asking_for_no_kind_claims_nothing() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST));

    Claim claim = claim(Map.of(), 0);

    assertThat(claim.tasks()).isEmpty();
    assertThat(claim.nextDueInMs()).isEqualTo(Long.MAX_VALUE);
    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, PAST));
  }

  @Test
  void ten_thousand_due_of_one_kind_do_not_starve_another() {
    queue.schedule(
        LongStream.range(0, 10_000)
            .mapToObj(i -> new Task(TaskId.cancelUnpaid(order(i)), PAST + i))
            .toList());
    redis.put(SUBSIDY, state().due(TIER_1, PAST + 1_000_000));

    Claim claim = claim(Map.of(CANCEL_UNPAID, 500, SUBSIDY, 500), 0);

    assertThat(ids(claim)).hasSize(501).contains(TIER_1);
    assertThat(ids(claim).subList(0, 500))
        .isEqualTo(LongStream.range(0, 500).mapToObj(i -> TaskId.cancelUnpaid(order(i))).toList());
  }

  @Test
  void a_kind_that_is_not_asked_for_is_not_touched() {
    redis.put(CANCEL_UNPAID, state().due(A, PAST).leased(B, PAST).claim(B, 1, PAST, "dead"));
    redis.put(SUBSIDY, state().due(TIER_1, PAST));

    assertThat(ids(claim(SUBSIDY, 10))).containsExactly(TIER_1);

    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(state().due(A, PAST).leased(B, PAST).claim(B, 1, PAST, "dead"));
  }

  @Test
  void the_largest_batches_of_all_kinds_fit_in_one_claim() {
    for (TaskKind kind : TaskKind.values()) {
      queue.schedule(
          LongStream.range(0, 2_100)
              .mapToObj(i -> new Task(new TaskId(kind, order(i), kind.tiered() ? 1 : 0), PAST + i))
              .toList());
    }

    Claim claim = claim(Map.of(CANCEL_UNPAID, 2_000, SUBSIDY, 2_000), 0);

    assertThat(claim.tasks()).hasSize(4_000).doesNotHaveDuplicates();
    for (TaskKind kind : TaskKind.values()) {
      QueueState after = redis.read(kind);
      assertThat(after.due()).hasSize(100);
      assertThat(after.leased()).hasSize(2_000);
      assertThat(after.claims()).hasSize(2_000);
    }
  }

  @Test
  void a_score_that_somebody_set_to_anything_is_claimed_with_a_time_that_can_be_read() {
    redis.putDue(CANCEL_UNPAID, A.member().getBytes(US_ASCII), "-inf");
    redis.putDue(CANCEL_UNPAID, B.member().getBytes(US_ASCII), "1234.75");
    redis.putDue(CANCEL_UNPAID, C.member().getBytes(US_ASCII), "inf");

    Claim claim = claim(CANCEL_UNPAID, 10);

    assertThat(claim.tasks()).extracting(ClaimedTask::dueAtMs).isEqualTo(List.of(0L, 1234L));
    assertThat(claim.nextDueInMs()).isEqualTo(LEASE.toMillis());
  }
}
