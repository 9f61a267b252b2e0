package dev.ordertimeout.order;

import static dev.ordertimeout.support.Api.API;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of orders: newest first, filtered, page by page. */
@QuarkusTest
class OrderListApiTest {
  @Inject Shop shop;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void there_may_be_no_orders() {
    JsonNode page = API.get("/orders").is(200);

    assertThat(page.get("items")).isEmpty();
    assertThat(page.get("nextCursor").isNull()).isTrue();
  }

  @Test
  void the_newest_order_comes_first_as_it_is_shown_alone() {
    UUID oldest = shop.order();
    UUID newest = shop.order();
    UUID middle = shop.order();
    shop.shiftRow(oldest, Duration.ofMinutes(7));
    shop.shiftRow(middle, Duration.ofMinutes(5));

    JsonNode page = API.get("/orders").is(200);

    assertThat(ids(page)).containsExactly(newest, middle, oldest);
    assertThat(page.at("/items/1")).isEqualTo(API.get("/orders/" + middle).is(200));
    assertThat(page.get("nextCursor").isNull()).isTrue();
  }

  @Test
  void filters_by_status_and_customer_narrow_the_list() {
    UUID pending = shop.order();
    UUID cancelled = shop.order();
    API.post("/orders/" + cancelled + "/cancel").is(200);
    UUID bobs = shop.order();
    shop.sql("UPDATE orders SET customer_id = 'bob &co' WHERE id = ?", bobs);

    assertThat(ids(API.get("/orders?status=CANCELLED").is(200))).containsExactly(cancelled);
    assertThat(ids(API.get("/orders?customerId=bob%20%26co").is(200))).containsExactly(bobs);
    assertThat(ids(API.get("/orders?status=PENDING_PAYMENT&customerId=ann").is(200)))
        .containsExactly(pending);
    assertThat(ids(API.get("/orders?status=PAID").is(200))).isEmpty();
    assertThat(ids(API.get("/orders?customerId=nobody").is(200))).isEmpty();
  }

  @Test
  void a_page_holds_twenty_orders_unless_asked_and_a_hundred_at_most() {
    shop.order();
    shop.sql(
        "INSERT INTO orders"
            + " SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).*"
            + " FROM orders o, generate_series(1, 100)");

    assertThat(API.get("/orders").is(200).get("items")).hasSize(20);
    assertThat(API.get("/orders?limit=1").is(200).get("items")).hasSize(1);
    assertThat(API.get("/orders?limit=100").is(200).get("items")).hasSize(100);
  }

  @Test
  void pages_show_every_order_once_though_many_were_placed_in_the_same_ms_and_more_meanwhile() {
    List<UUID> expected = new ArrayList<>(shop.orders(23));
    shop.sql("UPDATE orders SET placed_at = (SELECT min(placed_at) FROM orders)");
    expected.sort(Collections.reverseOrder(OrderListApiTest::asPostgresDoes));

    List<UUID> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = API.get("/orders?limit=5" + cursor).is(200);
      seen.addAll(ids(page));
      cursor =
          page.get("nextCursor").isNull() ? null : "&cursor=" + page.get("nextCursor").textValue();
      shop.order();
    } while (cursor != null);

    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void the_last_page_has_no_cursor_even_if_it_is_full() {
    shop.orders(4);

    JsonNode first = API.get("/orders?limit=2").is(200);
    JsonNode last =
        API.get("/orders?limit=2&cursor=" + first.get("nextCursor").textValue()).is(200);

    assertThat(last.get("items")).hasSize(2);
    assertThat(last.get("nextCursor").isNull()).isTrue();
  }

  @Test
  void a_filter_goes_with_every_page() {
    List<UUID> orders = shop.orders(6);
    shop.sql("UPDATE orders SET customer_id = 'bob' WHERE id = ?", orders.get(1));
    shop.sql("UPDATE orders SET customer_id = 'bob' WHERE id = ?", orders.get(3));

    JsonNode first = API.get("/orders?customerId=bob&limit=1").is(200);
    JsonNode second =
        API.get("/orders?customerId=bob&limit=1&cursor=" + first.get("nextCursor").textValue())
            .is(200);

    assertThat(Stream.of(first, second).flatMap(page -> ids(page).stream()))
        .containsExactly(orders.get(3), orders.get(1));
    assertThat(second.get("nextCursor").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-1", "101", "abc", "1.5", "2147483648", "9223372036854775808", "%00"})
  void a_limit_out_of_range_is_refused(String limit) {
    API.get("/orders?limit=" + limit).isInvalidAt("#limit");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "garbage-garbage",
        "AQAAAaIu4SvKAaIu4SvCeFO5Yj4cL73-c", // cut
        "AQAAAaIu4SvKAaIu4SvCeFO5Yj4cL73-cAAA", // longer
        "AgAAAaIu4SvKAaIu4SvCeFO5Yj4cL73-cA", // of another version
        "AX________8BoiLhK8J4U7liPhwvvf5w", // a time there is not
        "%F0%9F%98%80",
        "%00"
      })
  void a_cursor_that_no_page_gave_is_refused(String cursor) {
    API.get("/orders?cursor=" + cursor).isInvalidAt("#cursor");
  }

  @Test
  void a_filter_that_cannot_match_anything_is_refused() {
    API.get("/orders?status=paid").isInvalidAt("#status");
    API.get("/orders?status=EXPIRED").isInvalidAt("#status");
    API.get("/orders?customerId=%00").isInvalidAt("#customerId");
    API.get("/orders?customerId=" + "x".repeat(65)).isInvalidAt("#customerId");
  }

  private static List<UUID> ids(JsonNode page) {
    return page.get("items").findValuesAsText("id").stream().map(UUID::fromString).toList();
  }

  /** By the bytes, unlike {@link UUID#compareTo}. */
  private static int asPostgresDoes(UUID one, UUID other) {
    return one.toString().compareTo(other.toString());
  }
}
