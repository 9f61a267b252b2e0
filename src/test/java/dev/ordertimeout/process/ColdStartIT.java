package dev.ordertimeout.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.ServiceProcess;
import dev.ordertimeout.support.ShopClient;
import dev.ordertimeout.support.TestServers;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A service that has only just started, and everybody is there already. */
class ColdStartIT {
  private static final int PLACEMENTS = 500;

  @Test
  @Tag("case-22")
  void five_hundred_at_once_are_all_served_though_redis_restarts_in_the_middle() {
    try (ServiceProcess service = ServiceProcess.start(Map.of())) {
      ShopClient shop = ShopClient.of(service.baseUri());
      AtomicInteger placed = new AtomicInteger();
      Callable<UUID> customer =
          () -> {
            UUID order = shop.place("apple", "PT30M");
            placed.incrementAndGet();
            return order;
          };

      List<UUID> orders =
          Rivals.atOnce(
              Stream.concat(
                      Stream.of(() -> restartRedis(placed)),
                      Stream.generate(() -> customer).limit(PLACEMENTS))
                  .toList());

      assertThat(orders.stream().distinct()).hasSize(PLACEMENTS + 1);
    }
  }

  private static UUID restartRedis(AtomicInteger placed) {
    while (placed.get() < PLACEMENTS / 5) {
      Thread.onSpinWait();
    }
    TestServers.killRedis();
    TestServers.startRedis();
    return new UUID(0, 0);
  }
}
