package dev.ordertimeout.reconcile;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.redis.RedisKeys.Part.CLAIMS;
import static dev.ordertimeout.redis.RedisKeys.Part.DUE;
import static dev.ordertimeout.redis.RedisKeys.Part.LEASED;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.order.CancelReason;
import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.worker.TaskWorker;
import dev.ordertimeout.worker.TimerRelay;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What no worker can have written deceives nobody, and is gone after one run. */
@Tag("case-10")
@Tag("case-14")
@QuarkusTest
class ForgedQueueTest {
  private static final long FAR = 4_000_000_000_000L;
  private static final UUID NOBODY = new UUID(0, 7);

  @Inject Shop shop;
  @Inject QueueFixture redis;
  @Inject Agreement agreement;
  @Inject OrderService orders;
  @Inject TimerRelay relay;
  @Inject TaskWorker worker;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void forged_leases_are_taken_back_at_the_time_of_the_row() {
    TaskId far = waiting();
    TaskId farOfDue = due();
    TaskId early = waiting();
    TaskId tried = due();
    TaskId both = waiting();
    long end = redis.nowMs() + 10_000;
    redis.put(
        CANCEL_UNPAID,
        state()
            .leased(far, FAR)
            .claim(far, 1, 1_000, "0123456789abcdef")
            .leased(farOfDue, FAR)
            .claim(farOfDue, 1, 1_000, "t")
            .leased(early, end)
            .claim(early, 1, 1_000, "t")
            .leased(tried, end)
            .claim(tried, 999_999, 1_000, "t")
            .due(both, FAR)
            .leased(both, FAR)
            .claim(both, 2, 1_000, "t"));

    assertThat(agreement.afterOneRun().findings()).isEqualTo(new Findings(0, 0, 5, 0, 0));

    worker.runOnce(() -> false);
    assertThat(shop.status(farOfDue.orderId())).isEqualTo("CANCELLED");
    assertThat(shop.status(tried.orderId())).isEqualTo("CANCELLED");
    assertThat(shop.status(early.orderId())).isEqualTo("PENDING_PAYMENT");
  }

  @Test
  void leases_without_a_claim_and_claims_without_a_lease_need_one_run_only() {
    TaskId without = due();
    TaskId garbage = waiting();
    TaskId tokenless = due();
    TaskId lost = waiting();
    redis.put(
        CANCEL_UNPAID,
        state()
            .leased(without, redis.nowMs() + 10_000)
            .leased(garbage, redis.nowMs() + 10_000)
            .leased(tokenless, redis.nowMs() + 10_000)
            .claim(tokenless, 1, 1_000, "")
            .due(lost, dueAt(lost))
            .claim(lost, 1, 1_000, "t")
            .claim("nobody", 1, 1_000, "t")
            .claim(TaskId.cancelUnpaid(NOBODY), 1, 1_000, "t"));
    redis.send(Command.HSET, redis.key(CANCEL_UNPAID, CLAIMS), garbage.member(), "garbage");
    redis.send(Command.HSET, redis.key(SUBSIDY, CLAIMS), "", "");

    // Five claims, then the three leases that are left without one, and that of the garbage.
    assertThat(agreement.afterOneRun().findings().orphaned()).isEqualTo(6 + 3);

    worker.runOnce(() -> false);
    assertThat(shop.status(without.orderId())).isEqualTo("CANCELLED");
  }

  @Test
  void forged_tries_and_times_are_forgotten() {
    TaskId triedEarly = waiting();
    TaskId triedOften = due();
    TaskId retriedLate = overdue();
    TaskId infinite = waiting();
    TaskId ancient = waiting();
    redis.put(
        CANCEL_UNPAID,
        state()
            .due(triedEarly, dueAt(triedEarly))
            .claim(triedEarly, 3, 1_000, "")
            .due(triedOften, redis.nowMs())
            .claim(triedOften, 500, 1_000, "")
            .due(retriedLate, redis.nowMs() + 60_000)
            .claim(retriedLate, 1, 1_000, ""));
    redis.send(Command.ZADD, redis.key(CANCEL_UNPAID, DUE), "inf", infinite.member());
    redis.send(Command.ZADD, redis.key(CANCEL_UNPAID, DUE), "-1e300", ancient.member());

    assertThat(agreement.afterOneRun().findings()).isEqualTo(new Findings(1, 0, 4, 0, 0));

    assertThat(shop.status(retriedLate.orderId())).as("applied by the run").isEqualTo("CANCELLED");
  }

  @Test
  void what_no_row_implies_goes_whether_due_or_leased_or_no_task_at_all() {
    TaskId closed = waiting();
    orders.cancel(closed.orderId(), CancelReason.CUSTOMER, connection -> {});
    relay.runOnce();
    shop.order();
    TaskId noTier = TaskId.subsidy(NOBODY, 1);
    redis.put(
        CANCEL_UNPAID,
        state()
            .leased(closed, FAR)
            .claim(closed, 1, 1_000, "t")
            .due(TaskId.cancelUnpaid(NOBODY), FAR)
            .leased(NOBODY + ":1", FAR)
            .claim(NOBODY + ":1", 1, 1_000, "t")
            .due("malformed", 1)
            .due(noTier, FAR));
    redis.put(SUBSIDY, state().leased(noTier, FAR).due(noTier, FAR).due(NOBODY.toString(), 1));
    redis.send(Command.ZADD, redis.key(CANCEL_UNPAID, LEASED), "inf", "also malformed");

    Run run = agreement.afterOneRun();

    assertThat(run.findings().missing() + run.findings().drifted()).isZero();
    assertThat(run.findings().ghost() + run.findings().orphaned()).isEqualTo(8);
  }

  @Test
  void a_lease_that_some_worker_may_hold_is_left_to_it() {
    TaskId held = due();
    redis.put(
        CANCEL_UNPAID, state().leased(held, redis.nowMs() + 14_000).claim(held, 1, 1_000, "t"));
    var before = shop.queue(CANCEL_UNPAID);

    Run run = agreement.run(false);

    assertThat(run.findings()).isEqualTo(Agreement.NONE);
    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(before);
  }

  private TaskId waiting() {
    UUID order = shop.order();
    shop.sql("UPDATE orders SET next_subsidy_at = NULL, tiers = '[]' WHERE id = ?", order);
    redis.clear();
    return TaskId.cancelUnpaid(order);
  }

  private TaskId due() {
    TaskId task = waiting();
    shop.shiftRow(task.orderId(), Shop.WINDOW.plusMillis(10));
    return task;
  }

  private TaskId overdue() {
    TaskId task = waiting();
    shop.shiftRow(task.orderId(), Shop.WINDOW.plusSeconds(5));
    return task;
  }

  private long dueAt(TaskId task) {
    return shop.read(task.orderId()).cancelAt.toEpochMilli();
  }
}
