package dev.ordertimeout.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.support.TestServers;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.worker.QueueHealth;
import dev.ordertimeout.worker.QueueRecovered;
import dev.ordertimeout.worker.TimersFoundMissing;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class AfterLossTest {
  @Inject ReconciliationService reconciliations;
  @Inject RunStarter starter;
  @Inject OrderTimeoutConfig config;
  @Inject QueueHealth queue;
  @Inject DatabaseClock clock;
  @Inject Shop shop;
  @Inject QueueFixture queueFixture;

  private AfterLoss afterLoss;

  @BeforeEach
  void clear() {
    shop.clear();
    afterLoss = new AfterLoss(reconciliations, queue, clock, config);
  }

  @AfterEach
  void rest() {
    RunsInTests.awaitNone(shop);
  }

  @Test
  void one_run_puts_back_what_else_was_lost_however_often_a_loss_is_seen() {
    shop.orders(2);
    var before = shop.queue(TaskKind.SUBSIDY);
    shop.flushRedis();

    afterLoss.ask();
    afterLoss.ask();
    await().until(() -> statuses().equals("COMPLETED"));
    afterLoss.ask();

    assertThat(statuses()).isEqualTo("COMPLETED");
    assertThat(shop.queue(TaskKind.SUBSIDY)).isEqualTo(before);
    assertThat(shop.count("SELECT count(*) FROM operator_action")).isZero();
  }

  @Test
  void beside_a_run_that_began_before_the_loss_another_one_waits_its_turn() {
    StartedRun other = starter.start(false, null);
    try (other) {
      afterLoss.ask();

      assertThat(statuses()).isEqualTo("RUNNING");
    }
    shop.sql("UPDATE reconciliation_run SET status = 'COMPLETED', finished_at = now()");

    afterLoss.reconcileIfAsked();

    await().until(() -> statuses().equals("COMPLETED COMPLETED"));
  }

  @Test
  void a_run_of_somebody_else_that_began_after_the_loss_is_enough() {
    StartedRun other = starter.start(true, null);
    try (other) {
      afterLoss.ask();
    }
    shop.sql("UPDATE reconciliation_run SET status = 'COMPLETED', finished_at = now()");
    reconciliations.runHere(false, "otto", tally -> {});

    afterLoss.reconcileIfAsked();

    assertThat(statuses()).isEqualTo("COMPLETED COMPLETED");
  }

  @Test
  void a_run_that_fails_because_redis_is_out_again_is_asked_for_again_once_it_is_back() {
    TestServers.stopRedis();
    try {
      afterLoss.ask();
      await().until(() -> statuses().equals("FAILED"));
      afterLoss.reconcileIfAsked();
      assertThat(statuses()).as("while Redis is out").isEqualTo("FAILED");
    } finally {
      TestServers.startRedis();
    }
    queueFixture.awaitUse();

    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              afterLoss.reconcileIfAsked();
              return statuses().equals("FAILED COMPLETED");
            });
  }

  @Test
  void where_nothing_sweeps_it_is_left_to_those_who_do() {
    assertThat(config.sweep().enabled()).isFalse();

    afterLoss.found(new TimersFoundMissing(3));
    afterLoss.back(new QueueRecovered());

    assertThat(statuses()).isEmpty();
  }

  private String statuses() {
    return String.join(
        " ", shop.column("SELECT status FROM reconciliation_run ORDER BY started_at"));
  }
}
