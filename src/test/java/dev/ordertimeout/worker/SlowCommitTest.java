package dev.ordertimeout.worker;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Api;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commits that take longer than the order's window, or fail: a trigger of theirs decides. */
@QuarkusTest
@Tag("case-12")
class SlowCommitTest {
  private static final String AT_COMMIT =
      """
      CREATE OR REPLACE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.customer_id = 'slow' THEN PERFORM pg_sleep(1.2); END IF;
        IF NEW.customer_id = 'failing' THEN RAISE EXCEPTION 'no commit'; END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION at_commit()
      """;

  @Inject Shop shop;
  @Inject TaskWorker worker;
  @Inject TimerRelay relay;

  @BeforeEach
  void setUp() {
    shop.clear();
    shop.sql(AT_COMMIT);
  }

  @AfterEach
  void tearDown() {
    shop.sql("DROP TRIGGER at_commit ON orders; DROP FUNCTION at_commit");
  }

  @Test
  void a_commit_that_fails_is_not_acknowledged_and_leaves_no_order_and_no_timer() {
    place("failing").isProblem(503, "unavailable");
    relay.runOnce();

    assertThat(shop.column("SELECT id FROM orders")).isEmpty();
    assertThat(shop.queue(CANCEL_UNPAID)).isEqualTo(state());
  }

  @Test
  void an_order_that_is_due_by_the_time_its_commit_returns_is_not_missed() {
    UUID order = Api.id(place("slow").is(201));
    relay.runOnce();

    worker.runOnce(() -> false);

    assertThat(shop.status(order)).isEqualTo("CANCELLED");
  }

  private static Answer place(String customer) {
    return API.post(
        "/orders",
        """
        {"customerId": "%s", "currency": "EUR", "expiresIn": "PT1S",
         "lines": [{"sku": "apple", "quantity": 1, "unitAmount": 500}]}
        """
            .formatted(customer));
  }
}
