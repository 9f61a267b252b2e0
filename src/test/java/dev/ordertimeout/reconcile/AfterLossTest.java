package dev.ordertimeout.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.worker.TimersFoundMissing;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class AfterLossTest {
  private static final TimersFoundMissing MISSING = new TimersFoundMissing(3);

  @Inject ReconciliationService reconciliations;
  @Inject RunStarter starter;
  @Inject OrderTimeoutConfig config;
  @Inject Shop shop;

  private AfterLoss afterLoss;

  @BeforeEach
  void clear() {
    shop.clear();
    afterLoss = new AfterLoss(reconciliations, config);
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

    afterLoss.reconcile(MISSING);
    afterLoss.reconcile(MISSING);
    await().until(() -> statuses().equals("COMPLETED"));
    afterLoss.reconcile(MISSING);

    assertThat(statuses()).isEqualTo("COMPLETED");
    assertThat(shop.queue(TaskKind.SUBSIDY)).isEqualTo(before);
    assertThat(shop.count("SELECT count(*) FROM operator_action")).isZero();
  }

  @Test
  void a_run_that_is_under_way_is_enough() {
    StartedRun other = starter.start(true, null);
    try (other) {
      afterLoss.reconcile(MISSING);

      assertThat(statuses()).isEqualTo("RUNNING");
    }
  }

  @Test
  void where_nothing_sweeps_it_is_left_to_those_who_do() {
    assertThat(config.sweep().enabled()).isFalse();

    afterLoss.found(MISSING);

    assertThat(statuses()).isEmpty();
  }

  private String statuses() {
    return String.join(" ", shop.column("SELECT status FROM reconciliation_run"));
  }
}
