package dev.ordertimeout.platform.idempotency;

import static org.awaitility.Awaitility.await;

import dev.ordertimeout.platform.sql.AdvisoryLock;
import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Api;
import dev.ordertimeout.support.Hold;
import dev.ordertimeout.support.Shop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What tests of keys do and look at again and again. */
final class KeysInTests {
  private KeysInTests() {}

  static final String ORDERS = "/orders";

  /** Two pears for the customer, 10.00 EUR. */
  static String pears(String customer) {
    return """
        {"customerId": "%s", "currency": "EUR",
         "lines": [{"sku": "pear", "quantity": 2, "unitAmount": 500}], "expiresIn": "PT30M"}"""
        .formatted(customer);
  }

  static Answer place(String key, String customer) {
    return Api.withKey(key).post(ORDERS, pears(customer));
  }

  /** All of an answer that must be the same when it is given again. */
  record Seen(int status, String location, String contentType, String body) {
    static Seen of(Answer answer) {
      return new Seen(
          answer.response().statusCode(),
          answer.header("Location"),
          answer.header("Content-Type"),
          answer.response().asString());
    }
  }

  static boolean isReplayed(Answer answer) {
    return "true".equals(answer.header("Idempotent-Replayed"));
  }

  /** Begins a request that meets the hold, and returns once it waits there. */
  static CompletableFuture<Answer> begin(Shop shop, Hold hold, Supplier<Answer> request) {
    CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(request);
    await()
        .pollInterval(Duration.ofMillis(5))
        .until(
            () ->
                shop.count("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0
                    && shop.count(
                            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
                                + " AND classid = ?::int::oid",
                            AdvisoryLock.IDEMPOTENCY_KEY)
                        > 0);
    return answer;
  }

  /** Makes every transaction fail that would keep an answer, until {@link #keepAgain}. */
  static void keepNothing(Shop shop) {
    shop.sql("ALTER TABLE idempotency_key ADD CONSTRAINT disk_is_full CHECK (false) NOT VALID");
  }

  static void keepAgain(Shop shop) {
    shop.sql("ALTER TABLE idempotency_key DROP CONSTRAINT IF EXISTS disk_is_full");
  }

  static long kept(Shop shop) {
    return shop.count("SELECT count(*) FROM idempotency_key");
  }
}
