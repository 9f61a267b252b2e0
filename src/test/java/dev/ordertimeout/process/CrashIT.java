package dev.ordertimeout.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.ServiceProcess;
import dev.ordertimeout.support.ShopClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The service dies at the worst moment, or is asked to stop, with tasks in hand. */
class CrashIT {
  private static final Map<String, String> SETTINGS =
      Map.of("order-timeout.min-payment-window", "PT1S", "order-timeout.worker.lease", "PT5S");
  private static final int ORDERS = 60;

  @Test
  void after_kill_9_between_claim_and_transition_every_due_order_is_cancelled_once() {
    try (Observer observer = Observer.connect();
        Observer obstacle = Observer.connect()) {
      List<UUID> orders;
      try (ServiceProcess service = ServiceProcess.start(SETTINGS)) {
        ShopClient shop = ShopClient.of(service.baseUri());
        shop.stock("crash-pear", 1_000);
        orders = placeAll(shop, "crash-pear");
        assertThat(reserved(observer, "crash-pear")).isEqualTo(2 * ORDERS);
        // No transition can write its event: the worker stands between claim and commit.
        obstacle.sql("BEGIN; LOCK TABLE order_event IN EXCLUSIVE MODE");
        await()
            .atMost(Duration.ofSeconds(20))
            .until(
                () ->
                    observer.count(
                            "SELECT count(*) FROM pg_locks WHERE NOT granted"
                                + " AND relation = 'order_event'::regclass")
                        > 0);
        service.kill9();
      }
      obstacle.sql("ROLLBACK");
      assertThat(cancelled(observer, orders)).isZero();

      try (ServiceProcess restarted = ServiceProcess.start(SETTINGS)) {
        await().atMost(Duration.ofSeconds(15)).until(() -> cancelled(observer, orders) == ORDERS);
        assertThat(restarted.baseUri()).isNotNull();
      }

      assertThat(closingEvents(observer, orders)).isEqualTo(ORDERS);
      assertThat(reserved(observer, "crash-pear")).isZero();
      assertThat(observer.count("SELECT on_hand FROM stock WHERE sku = 'crash-pear'"))
          .isEqualTo(1_000);
    }
  }

  @Test
  void two_instances_share_the_work_and_one_that_is_asked_to_stop_leaves_nothing_behind() {
    try (Observer observer = Observer.connect();
        ServiceProcess one = ServiceProcess.start(SETTINGS);
        ServiceProcess two = ServiceProcess.start(SETTINGS)) {
      ShopClient shop = ShopClient.of(two.baseUri());
      shop.stock("twin-pear", 1_000);
      List<UUID> orders = placeAll(shop, "twin-pear");

      assertThat(one.terminate()).isEqualTo(143);

      await().atMost(Duration.ofSeconds(15)).until(() -> cancelled(observer, orders) == ORDERS);
      assertThat(closingEvents(observer, orders)).isEqualTo(ORDERS);
      assertThat(reserved(observer, "twin-pear")).isZero();
      assertThat(one.errors()).doesNotContain("Exception");
      assertThat(one.output()).doesNotContain("Exception");
      // An instance that stopped in order signed off; one that was killed is listed for a minute.
      assertThat(shop.get("/api/v1/admin/timeouts").<List<Integer>>path("workers.pid"))
          .contains((int) two.pid())
          .doesNotContain((int) one.pid());
    }
  }

  private static List<UUID> placeAll(ShopClient shop, String sku) {
    return IntStream.range(0, ORDERS).mapToObj(i -> shop.place(sku, "PT8S")).toList();
  }

  private static long cancelled(Observer observer, List<UUID> orders) {
    return observer.count(
        "SELECT count(*) FROM orders WHERE status = 'CANCELLED' AND id = ANY (?)",
        (Object) ids(orders));
  }

  private static long closingEvents(Observer observer, List<UUID> orders) {
    return observer.count(
        "SELECT count(*) FROM order_event WHERE type IN ('PAID', 'CANCELLED')"
            + " AND order_id = ANY (?)",
        (Object) ids(orders));
  }

  private static long reserved(Observer observer, String sku) {
    return observer.count("SELECT reserved FROM stock WHERE sku = ?", sku);
  }

  private static UUID[] ids(List<UUID> orders) {
    return orders.toArray(new UUID[0]);
  }
}
