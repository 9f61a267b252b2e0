package dev.ordertimeout.stock;

import static dev.ordertimeout.support.Shop.line;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stock is reserved once, and only what there is. */
@QuarkusTest
class ReserveTest {
  @Inject Shop shop;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void many_who_want_the_last_pieces_get_them_or_are_told_that_there_are_none() {
    shop.stock("pear", 7);
    List<Callable<String>> buyers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      buyers.add(this::place);
    }

    List<String> results = Rivals.atOnce(buyers);

    assertThat(results).containsOnly("placed", "INSUFFICIENT_STOCK");
    assertThat(results.stream().filter("placed"::equals)).hasSize(3);
    assertThat(shop.stock("pear")).isEqualTo("7/6");
  }

  @Test
  void an_order_that_costs_nothing_is_paid_at_once_and_takes_its_stock() {
    shop.stock("leaflet", 5);

    shop.order(line("leaflet", 2, 0));

    assertThat(shop.stock("leaflet")).isEqualTo("3/0");
  }

  private String place() {
    try {
      shop.order(line("pear", 2, 100));
      return "placed";
    } catch (ProblemException e) {
      return e.code().name();
    }
  }
}
