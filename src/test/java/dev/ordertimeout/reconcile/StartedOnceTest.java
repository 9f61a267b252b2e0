package dev.ordertimeout.reconcile;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.id;
import static dev.ordertimeout.support.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Hold;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A run that is asked for under a key begins with its answer or not at all. */
@QuarkusTest
class StartedOnceTest {
  private static final String PATH = "/admin/reconciliations";

  @Inject RunStarter starter;
  @Inject Shop shop;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @AfterEach
  void rest() {
    shop.sql("ALTER TABLE idempotency_key DROP CONSTRAINT IF EXISTS disk_is_full");
    RunsInTests.awaitNone(shop);
  }

  @Test
  void a_run_begins_after_its_row_is_committed() {
    CompletableFuture<Answer> start;
    try (Hold hold = Hold.inserts("idempotency_key")) {
      assertThat(hold).isNotNull();
      start = CompletableFuture.supplyAsync(() -> withKey("k-1").post(PATH));
      // Its row is written and waits for the answer to be kept. A run that began by now would end
      // without finding that row.
      await().until(() -> shop.count("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);
      await().pollDelay(Duration.ofMillis(500)).until(() -> true);
    }

    UUID run = id(start.join().is(202));
    await().until(() -> status(run).equals("COMPLETED"));
    assertThat(id(withKey("k-1").post(PATH).is(202))).isEqualTo(run);
  }

  @Test
  void a_run_whose_answer_cannot_be_kept_does_not_begin_and_lets_go_of_its_lock() {
    shop.sql("ALTER TABLE idempotency_key ADD CONSTRAINT disk_is_full CHECK (false) NOT VALID");

    withKey("k-1").post(PATH).isProblem(500, "internal-error");

    assertThat(shop.count("SELECT count(*) FROM reconciliation_run")).isZero();
    RunsInTests.awaitNone(shop);
    UUID next = id(API.post(PATH).is(202));
    await().until(() -> status(next).equals("COMPLETED"));
  }

  @Test
  void that_another_run_is_under_way_is_not_kept() {
    try (StartedRun other = starter.start(true, null)) {
      assertThat(other).isNotNull();
      withKey("k-1").post(PATH).isProblem(409, "reconciliation-running");
    }

    withKey("k-1").post(PATH).is(202);
  }

  private String status(UUID run) {
    return shop.one("SELECT status FROM reconciliation_run WHERE id = ?", run);
  }
}
