package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.ShopClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders that cannot be cancelled, or only slowly, because of a trigger that says so. */
@Tag("faults")
class PoisonIT {
  private static final String TRIGGER =
      """
      CREATE OR REPLACE FUNCTION faults.ail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.status = 'CANCELLED' AND NEW.customer_id LIKE 'poison-%' THEN RAISE EXCEPTION 'poison'; END IF;
        IF NEW.status = 'CANCELLED' AND NEW.customer_id LIKE 'slow-%' THEN PERFORM pg_sleep(2); END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER ail BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION faults.ail()
      """;
  private static final String LATEST_OTHER =
      "SELECT coalesce(max(extract(epoch FROM cancelled_at - cancel_at) * 1000), 0)::bigint FROM orders"
          + " WHERE customer_id = ?";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @AfterEach
  void cure() {
    try (Observer observer = Observer.connect()) {
      observer.sql("DROP TRIGGER IF EXISTS ail ON orders");
    }
  }

  @Test
  @Tag("case-10")
  void orders_whose_transition_always_throws_are_set_aside_and_hold_up_no_other() {
    try (Deployment deployment =
            Deployment.of(2, Map.of("order-timeout.worker.max-attempts", "3"));
        Observer observer = deployment.observe()) {
      ShopLoad.prepare(deployment);
      observer.sql(TRIGGER);
      ShopClient poison = new ShopClient(deployment.next(), "poison-" + UUID.randomUUID());
      List<UUID> poisoned =
          IntStream.range(0, 5).mapToObj(i -> poison.place("untracked", "PT4S")).toList();

      Trial.Seen seen =
          Trial.run(
              new Fault("poison among the orders", Fault.Action.NOTHING, Fault.Action.NOTHING),
              deployment);

      await()
          .atMost(PATIENCE)
          .until(
              () -> observer.count("SELECT count(*) FROM task_failure WHERE dead_at IS NOT NULL"),
              dead -> dead == poisoned.size());
      assertThat(seen.latestMs()).isLessThanOrEqualTo(3_000);
      observer.sql("DROP TRIGGER ail ON orders");
      for (String dead : observer.column("SELECT id FROM task_failure")) {
        assertThat(
                poison.post("/api/v1/admin/dead-tasks/" + dead + "/retry", Map.of()).statusCode())
            .isEqualTo(200);
      }
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  observer.count(
                      "SELECT count(*) FROM orders WHERE status = 'CANCELLED' AND customer_id = ?",
                      poison.customer()),
              cancelled -> cancelled == poisoned.size());
      assertThat(Invariants.violations(observer)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  @Tag("case-5")
  void a_transition_of_2_s_does_not_make_others_later_the_more_workers_there_are(int workers) {
    try (Deployment deployment = Deployment.of(workers);
        Observer observer = deployment.observe()) {
      ShopLoad.prepare(deployment);
      observer.sql(TRIGGER);
      ShopClient slow = new ShopClient(deployment.next(), "slow-" + UUID.randomUUID());
      ShopClient other = ShopClient.of(deployment.next());

      for (int i = 0; i < 100; i++) {
        if (i == 20) {
          slow.place("untracked", "PT3S");
        }
        other.place("untracked", "PT3S");
      }
      Trial.pause(Duration.ofSeconds(7));
      Recovery.awaitMs(deployment, System.nanoTime(), PATIENCE);

      long latestMs = observer.count(LATEST_OTHER, other.customer());
      FaultReport.line(
          workers + " workers, one transition of 2 s",
          1,
          101,
          Invariants.violations(observer),
          List.of(),
          "latest other order " + latestMs + " ms");
      assertThat(latestMs).isLessThanOrEqualTo(3_000);
      assertThat(Invariants.violations(observer)).isEmpty();
    }
  }
}
