package dev.ordertimeout.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.redis.RedisCalls;
import dev.ordertimeout.redis.RedisKeys;
import dev.ordertimeout.redis.RedisTaskQueue;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskPlan;
import dev.ordertimeout.task.TaskQueue;
import dev.ordertimeout.worker.LookAhead;
import dev.ordertimeout.worker.Sweep;
import dev.ordertimeout.worker.TaskWorker;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The service once had 1 shard, then 16, and has 4 now; nobody emptied anything in between. */
@Tag("case-21")
@QuarkusTest
@TestProfile(ShardsChangedTest.FourShards.class)
class ShardsChangedTest {
  @Inject Shop shop;
  @Inject QueueFixture redis;
  @Inject Agreement agreement;
  @Inject RedisCalls calls;
  @Inject TaskWorker worker;
  @Inject Sweep sweep;
  @Inject LookAhead lookAhead;

  /** Four hash tags. */
  public static class FourShards implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("order-timeout.queue.shards", "4");
    }
  }

  @BeforeEach
  void clear() {
    shop.clear();
    lookAhead.forget();
  }

  @Test
  void one_run_makes_all_equal_and_leaves_nothing_in_the_shards_of_before() {
    List<UUID> orders = shop.orders(60);
    redis.clear();
    scheduledWith(1, orders.subList(0, 40));
    scheduledWith(16, orders.subList(20, 60));
    claimedWith(16);

    Run run = agreement.afterOneRun();

    assertThat(run.findings().missing()).isPositive();
    assertThat(run.findings().ghost()).isPositive();
  }

  @Test
  void without_a_run_every_order_ends_once_and_nothing_comes_back_for_ever() {
    List<UUID> orders = shop.orders(40);
    orders.forEach(order -> shop.shiftRow(order, Shop.WINDOW.plusMillis(10)));
    redis.clear();
    scheduledWith(1, orders.subList(0, 20));
    scheduledWith(16, orders.subList(20, 40));

    await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> {
              sweep.runOnce(() -> false);
              worker.runOnce(() -> false);
              return shop.count("SELECT count(*) FROM orders WHERE status = 'CANCELLED'") == 40;
            });

    worker.runOnce(() -> false);
    assertThat(shop.count("SELECT count(*) FROM order_event WHERE type = 'CANCELLED'"))
        .isEqualTo(40);
    for (TaskKind kind : TaskKind.values()) {
      assertThat(shop.queue(kind).leased()).as("nobody could settle it").isEmpty();
      assertThat(shop.queue(kind).claims()).isEmpty();
    }
    agreement.afterOneRun();
  }

  private void scheduledWith(int shards, List<UUID> orders) {
    List<Task> tasks =
        orders.stream().flatMap(id -> TaskPlan.of(shop.read(id).facts()).stream()).toList();
    with(shards).schedule(tasks);
  }

  /** By a worker that is gone, of what is due by a clock that is an hour ahead. */
  private void claimedWith(int shards) {
    var claimed =
        with(shards)
            .settleAndClaim(
                TaskQueue.Settlement.NONE,
                new TaskQueue.ClaimRequest(
                    Map.of(TaskKind.CANCEL_UNPAID, 64), Duration.ofSeconds(15), 3_600_000));
    assertThat(claimed.tasks()).isNotEmpty();
  }

  private RedisTaskQueue with(int shards) {
    return new RedisTaskQueue(calls, new RedisKeys("ot", shards));
  }
}
