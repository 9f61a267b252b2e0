package dev.ordertimeout.platform.idempotency;

import static dev.ordertimeout.platform.idempotency.KeysInTests.isReplayed;
import static dev.ordertimeout.platform.idempotency.KeysInTests.kept;
import static dev.ordertimeout.platform.idempotency.KeysInTests.place;
import static dev.ordertimeout.support.Api.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.platform.idempotency.KeysInTests.Seen;
import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long answers are kept; time is moved in their rows. */
@QuarkusTest
class KeptForADayTest {
  @Inject Shop shop;
  @Inject ForgottenAnswers housekeeping;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void an_answer_is_kept_for_24_hours() {
    Answer first = place("k-1", "ann");

    later("23 hours 59 minutes");

    assertThat(Seen.of(place("k-1", "ann"))).isEqualTo(Seen.of(first));
    assertThat(housekeeping.runOnce()).isZero();
    assertThat(kept(shop)).isEqualTo(1);
  }

  @Test
  void an_older_one_counts_as_absent_though_it_is_still_there() {
    UUID first = id(place("k-1", "ann").is(201));
    later("24 hours");

    Answer second = place("k-1", "ann");

    assertThat(id(second.is(201))).isNotEqualTo(first);
    assertThat(isReplayed(second)).isFalse();
    assertThat(Seen.of(place("k-1", "ann"))).as("kept anew").isEqualTo(Seen.of(second));
    assertThat(shop.count("SELECT count(*) FROM orders")).isEqualTo(2);
  }

  @Test
  void housekeeping_deletes_the_old_ones_page_by_page_and_no_others() {
    shop.sql(
        "INSERT INTO idempotency_key (caller, route, key, fingerprint, status, body, kept_until)"
            + " SELECT 'ann', 'PLACE_ORDER', n, repeat('0', 64), 204, '',"
            + " clock_timestamp() - interval '1 ms' * n FROM generate_series(1, 2500) n");
    place("k-1", "ann").is(201);

    assertThat(housekeeping.runOnce()).isEqualTo(2500);

    assertThat(shop.column("SELECT key FROM idempotency_key")).containsExactly("k-1");
  }

  private void later(String passed) {
    shop.sql("UPDATE idempotency_key SET kept_until = kept_until - ?::interval", passed);
  }
}
