package dev.ordertimeout.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.ServiceProcess;
import dev.ordertimeout.support.ShiftedRedis;
import dev.ordertimeout.support.ShopClient;
import dev.ordertimeout.support.TestServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When an outside reader sees an unpaid order cancelled. */
class PunctualityIT {
  private static final Map<String, String> SHORT_WINDOWS =
      Map.of("order-timeout.min-payment-window", "PT1S");
  private static final String CANCELLED_AFTER_S =
      "SELECT extract(epoch FROM cancelled_at - placed_at)::int FROM orders WHERE id = ?";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Test
  void unpaid_orders_are_seen_cancelled_within_50_ms_and_never_before_their_deadline() {
    try (ServiceProcess service = ServiceProcess.start(SHORT_WINDOWS);
        Observer observer = Observer.connect()) {
      ShopClient shop = ShopClient.of(service.baseUri());
      observeOne(shop, observer);
      UUID paid = shop.place("apple", "PT5S");
      assertThat(shop.pay(paid)).isEqualTo(201);
      UUID fiveSeconds = shop.place("apple", "PT5S");

      List<Double> delays = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        delays.add(observeOne(shop, observer));
      }

      assertThat(delays).allSatisfy(delay -> assertThat(delay).isBetween(0.0, 1_000.0));
      assertThat(delays.stream().sorted().toList().get(2)).isLessThanOrEqualTo(50);
      observer.msFromDeadlineToSeenCancelled(fiveSeconds, PATIENCE);
      assertThat(observer.column(CANCELLED_AFTER_S, fiveSeconds)).containsExactly("5");
      assertThat(observer.column("SELECT status FROM orders WHERE id = ?", paid))
          .containsExactly("PAID");
      assertThat(
              observer.column(
                  "SELECT DISTINCT source FROM order_event e JOIN orders o ON o.id = e.order_id"
                      + " WHERE type = 'CANCELLED' AND customer_id = ?",
                  shop.customer()))
          .containsExactly("REDIS");
    }
  }

  @Test
  void with_redis_stopped_orders_are_cancelled_within_3_s() {
    try (ServiceProcess service = ServiceProcess.start(SHORT_WINDOWS);
        Observer observer = Observer.connect()) {
      ShopClient shop = ShopClient.of(service.baseUri());
      TestServers.stopRedis();
      try {
        for (int i = 0; i < 3; i++) {
          assertThat(observeOne(shop, observer)).isBetween(0.0, 3_000.0);
        }
        assertThat(shop.get("/q/health/ready").statusCode()).isEqualTo(200);
        assertThat(shop.get("/api/v1/admin/timeouts").<String>path("mode")).isEqualTo("database");
      } finally {
        TestServers.startRedis();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, -5})
  void a_redis_clock_that_is_5_s_off_delays_nobody_and_cancels_nobody_early(int secondsOff) {
    assumeThat(ShiftedRedis.isPossible()).as(ShiftedRedis.NEEDS).isTrue();
    try (ShiftedRedis redis = ShiftedRedis.start(secondsOff);
        ServiceProcess service =
            ServiceProcess.start(
                Map.of(
                    "order-timeout.min-payment-window",
                    "PT1S",
                    "quarkus.redis.hosts",
                    "redis://localhost:" + redis.port()));
        Observer observer = Observer.connect()) {
      ShopClient shop = ShopClient.of(service.baseUri());
      observeOne(shop, observer);

      List<Double> delays = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        delays.add(observeOne(shop, observer));
      }

      assertThat(delays).allSatisfy(delay -> assertThat(delay).isBetween(0.0, 1_000.0));
      assertThat(delays.stream().sorted().toList().get(2)).isLessThanOrEqualTo(50);
    }
  }

  private static double observeOne(ShopClient shop, Observer observer) {
    return observer.msFromDeadlineToSeenCancelled(shop.place("apple", "PT1S"), PATIENCE);
  }
}
