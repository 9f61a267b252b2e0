package dev.ordertimeout.stock;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.json;
import static dev.ordertimeout.support.Api.operator;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stock of tracked SKUs, and what placing an order takes of it. */
@QuarkusTest
class StockApiTest {
  @Inject Shop shop;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void a_sku_is_tracked_once_its_stock_is_said() {
    API.get("/stock/pear").isProblem(404, "not-found");

    assertThat(put("pear", 10).is(200)).isEqualTo(stock("pear", 10, 0, 10));

    assertThat(API.get("/stock/pear").is(200)).isEqualTo(stock("pear", 10, 0, 10));
  }

  @Test
  void stock_may_be_corrected_but_not_below_what_open_orders_hold() {
    put("pear", 10).is(200);
    shop.order(Shop.line("pear", 3, 100));

    assertThat(put("pear", 3).is(200)).isEqualTo(stock("pear", 3, 3, 0));
    put("pear", 2).isProblem(409, "stock-below-reserved");
    assertThat(put("pear", Long.MAX_VALUE).is(200))
        .isEqualTo(stock("pear", Long.MAX_VALUE, 3, Long.MAX_VALUE - 3));

    assertThat(shop.stock("pear")).isEqualTo(Long.MAX_VALUE + "/3");
  }

  @Test
  void each_change_is_recorded_with_who_made_it_and_a_refused_one_is_not() {
    operator("otto").put("/stock/pear", "{\"onHand\": 10}").is(200);
    shop.order(Shop.line("pear", 3, 100));
    operator("olga").put("/stock/pear", "{\"onHand\": 1}").isProblem(409, "stock-below-reserved");

    assertThat(
            shop.column(
                "SELECT who || ' ' || what || ' ' || target || ' ' || data::text"
                    + " FROM operator_action"))
        .containsExactly("otto SET_STOCK pear {\"onHand\": 10}");
  }

  @Test
  void placing_reserves_tracked_skus_only_and_a_sku_in_two_lines_by_the_sum() {
    put("pear", 10).is(200);

    place(line(2, "pear"), line(1, "untracked"), line(3, "pear")).is(201);

    assertThat(API.get("/stock/pear").is(200)).isEqualTo(stock("pear", 10, 5, 5));
    API.get("/stock/untracked").isProblem(404, "not-found");
  }

  @Test
  void an_order_for_more_than_there_is_is_refused_and_nothing_is_stored() {
    put("pear", 10).is(200);
    put("plum", 4).is(200);

    place(line(1, "pear"), line(5, "plum")).isProblem(409, "insufficient-stock");
    place(line(2, "plum"), line(1, "pear"), line(3, "plum")).isProblem(409, "insufficient-stock");

    assertThat(shop.stock("pear")).isEqualTo("10/0");
    assertThat(shop.stock("plum")).isEqualTo("4/0");
    assertThat(shop.count("SELECT count(*) FROM orders")).isZero();
    assertThat(shop.count("SELECT count(*) FROM order_event")).isZero();
  }

  @Test
  void the_last_piece_goes_to_one_of_those_who_want_it_at_once() {
    put("pear", 1).is(200);

    List<Integer> statuses =
        Rivals.atOnce(
            StockApiTest::placeOnePear, StockApiTest::placeOnePear, StockApiTest::placeOnePear);

    assertThat(statuses).containsExactlyInAnyOrder(201, 409, 409);
    assertThat(shop.stock("pear")).isEqualTo("1/1");
  }

  @Test
  @Tag("case-26")
  void cancelling_an_order_that_reserved_nothing_gives_nothing_back() {
    UUID order = shop.order(Shop.line("pear", 3, 100));
    put("pear", 10).is(200);

    API.post("/orders/" + order + "/cancel").is(200);

    assertThat(API.get("/stock/pear").is(200)).isEqualTo(stock("pear", 10, 0, 10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a b", "a+b", "50%", "ä?#&=", "梨", "😀", "a;b=c", "a\\b", "\"x\""})
  void any_plain_text_names_a_sku_once_it_is_percent_encoded(String sku) {
    String path = "/stock/" + encoded(sku);

    JsonNode stored = API.put(path, "{\"onHand\": 5}").is(200);
    shop.order(Shop.line(sku, 2, 100));

    assertThat(stored.get("sku").textValue()).isEqualTo(sku);
    JsonNode read = API.get(path).is(200);
    assertThat(read.get("sku").textValue()).isEqualTo(sku);
    assertThat(read.get("available").longValue()).isEqualTo(3);
    assertThat(shop.column("SELECT sku FROM stock")).containsExactly(sku);
  }

  @Test
  void a_bare_semicolon_is_refused_since_it_would_name_another_sku() {
    put("a", 5).is(200);

    API.put("/stock/a;b", "{\"onHand\": 7}").isProblem(400, "invalid-request");
    API.get("/stock/a;b").isProblem(400, "invalid-request");

    assertThat(shop.stock("a")).isEqualTo("5/0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%00", "%20", "%20a", "%ED%A0%80", "%FF", "%0A"})
  void a_sku_that_is_no_plain_text_is_refused(String sku) {
    API.put("/stock/" + sku, "{\"onHand\": 5}").isInvalidAt("#sku");
    API.get("/stock/" + sku).isInvalidAt("#sku");

    assertThat(shop.column("SELECT sku FROM stock")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "9223372036854775808", "1.5", "\"5\"", "null", "true", "[]", "1e2"})
  void a_stock_that_is_no_count_is_refused(String onHand) {
    API.put("/stock/pear", "{\"onHand\": " + onHand + "}").isInvalidAt("/onHand");

    assertThat(shop.column("SELECT sku FROM stock")).isEmpty();
    assertThat(shop.column("SELECT what FROM operator_action")).isEmpty();
  }

  private static int placeOnePear() {
    return place(line(1, "pear")).response().statusCode();
  }

  private static Answer place(String... lines) {
    return API.post(
        "/orders",
        "{\"customerId\": \"ann\", \"currency\": \"EUR\", \"lines\": ["
            + String.join(", ", lines)
            + "]}");
  }

  private static String line(int quantity, String sku) {
    return "{\"sku\": \"%s\", \"quantity\": %d, \"unitAmount\": 100}".formatted(sku, quantity);
  }

  private static Answer put(String sku, long onHand) {
    return API.put("/stock/" + sku, "{\"onHand\": " + onHand + "}");
  }

  private static JsonNode stock(String sku, long onHand, long reserved, long available) {
    return json(
        "{\"sku\": \"%s\", \"onHand\": %d, \"reserved\": %d, \"available\": %d}"
            .formatted(sku, onHand, reserved, available));
  }

  private static String encoded(String sku) {
    return URLEncoder.encode(sku, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
