package dev.ordertimeout.order;

import static dev.ordertimeout.support.Api.API;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Orders that cannot be placed: each is refused with a pointer to what is wrong, and leaves nothing
 * behind. The SKU they ask for is tracked, so that a reservation would show.
 */
@QuarkusTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("case-27")
class BadOrderTest {
  private static final String LINE = "{\"sku\": \"apple\", \"quantity\": 2, \"unitAmount\": 500}";

  @Inject Shop shop;

  @BeforeAll
  void clear() {
    shop.clear();
    shop.stock("apple", 1_000_000_000);
  }

  @AfterEach
  void nothing_is_stored() {
    assertThat(
            shop.column(
                "SELECT concat('order ', id) FROM orders"
                    + " UNION ALL SELECT concat('event ', type) FROM order_event"
                    + " UNION ALL SELECT concat('reserved ', reserved) FROM stock"))
        .containsExactly("reserved 0");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void is_refused_where_it_is_wrong(String what, String body, String pointer) {
    API.post("/orders", body).isInvalidAt(pointer);
  }

  static Stream<Arguments> is_refused_where_it_is_wrong() {
    return Stream.of(quantities(), amounts(), lines(), texts(), windows(), shapes())
        .flatMap(cases -> cases);
  }

  private static Stream<Arguments> quantities() {
    return Stream.of(
            "0",
            "-1",
            "1000001",
            "2147483648",
            "9223372036854775808",
            "1.5",
            "2.0",
            "1e2",
            "\"2\"",
            "\"\"",
            "null",
            "true",
            "[2]",
            "{}",
            "1" + "0".repeat(400))
        .map(
            quantity ->
                arguments(
                    "quantity " + shortened(quantity),
                    order(line("apple", quantity, "500")),
                    "/lines/0/quantity"));
  }

  private static Stream<Arguments> amounts() {
    return Stream.of("-1", "9223372036854775808", "0.5", "\"500\"", "null", "true", "[]")
        .map(
            amount ->
                arguments(
                    "unit amount " + amount,
                    order(line("apple", "2", amount)),
                    "/lines/0/unitAmount"));
  }

  private static Stream<Arguments> lines() {
    return Stream.of(
        arguments("no lines", order(""), "/lines"),
        arguments("201 lines", order(LINE + ("," + LINE).repeat(200)), "/lines"),
        arguments("lines null", body("lines", "null"), "/lines"),
        arguments("lines no array", body("lines", LINE), "/lines"),
        arguments("a line null", order(LINE + ", null"), "/lines/1"),
        arguments("a line no object", order(LINE + ", 5"), "/lines/1"),
        arguments(
            "a line empty", order("{\"sku\": \"apple\", \"quantity\": 1}"), "/lines/0/unitAmount"),
        arguments(
            "a line that says it is reserved",
            order(LINE.replace("}", ", \"reserved\": true}")),
            "/lines/0/reserved"),
        arguments(
            "a line too large by itself",
            order(line("apple", "2", "4611686018427387904")),
            "/lines/0"),
        arguments(
            "two lines too large together",
            order(line("apple", "1", "9223372036854775807") + "," + line("apple", "1", "1")),
            "/lines/1"));
  }

  private static Stream<Arguments> texts() {
    Stream<Arguments> skus =
        Stream.of(
                "\"a\\u0000\"",
                "\"\\ud800\"",
                "\"a\\udc00b\"",
                "\"\\ude00\\ud83d\"",
                "\"a\\nb\"",
                "\"\"",
                "\" \"",
                "\" a\"",
                "\"\\u00a0\"",
                "\"\\u200b\"",
                "null",
                "5",
                "[]",
                "\"" + "x".repeat(65) + "\"")
            .map(
                sku ->
                    arguments(
                        "SKU " + shortened(sku),
                        order("{\"sku\": " + sku + ", \"quantity\": 1, \"unitAmount\": 1}"),
                        "/lines/0/sku"));
    Stream<Arguments> customers =
        Stream.of(
                "\"ann\\u0000\"", "\"\\ud800\"", "\"\"", "null", "5", "\"" + "😀".repeat(65) + "\"")
            .map(
                customer ->
                    arguments(
                        "customer " + shortened(customer),
                        body("customerId", customer),
                        "/customerId"));
    Stream<Arguments> currencies =
        Stream.of("\"XXX1\"", "\"XXX\"", "\"eur\"", "\"EURO\"", "\"ABC\"", "\"\"", "null", "978")
            .map(
                currency ->
                    arguments("currency " + currency, body("currency", currency), "/currency"));
    return Stream.of(skus, customers, currencies).flatMap(cases -> cases);
  }

  private static Stream<Arguments> windows() {
    return Stream.of(
            "\"P1000Y\"",
            "\"-PT1S\"",
            "\"PT-1S\"",
            "\"30 minutes\"",
            "\"PT0S\"",
            "\"PT0.999S\"",
            "\"P30DT0.001S\"",
            "\"P106751991167301D\"",
            "\"PT\"",
            "\"\"",
            "1800",
            "1.5",
            "[]",
            "{}")
        .map(window -> arguments("expiresIn " + window, body("expiresIn", window), "/expiresIn"));
  }

  private static Stream<Arguments> shapes() {
    String whole = order(LINE);
    return Stream.of(
        arguments("nothing", "", ""),
        arguments("white space", " \n", ""),
        arguments("null", "null", ""),
        arguments("no object", "[" + whole + "]", ""),
        arguments("cut in half", whole.substring(0, whole.indexOf("quantity") - 1), "/lines/0/sku"),
        arguments("more behind it", whole + whole, ""),
        arguments("no JSON", "customerId=ann", ""),
        arguments(
            "a customer twice",
            body("customerId", "\"bob\", \"customerId\": \"ann\""),
            "/customerId"),
        arguments(
            "a quantity twice",
            order(LINE.replace("\"quantity\": 2", "\"quantity\": 2, \"quantity\": 1")),
            "/lines/0/quantity"),
        arguments("an unknown field", body("totalAmount", "1"), "/totalAmount"),
        arguments("an unknown field that is null", body("status", "null"), "/status"),
        arguments("nested too deeply", body("lines", "[".repeat(5_000)), "/lines/0"));
  }

  @Test
  void one_that_lacks_everything_is_told_of_each_field() {
    assertThat(
            API.post("/orders", "{}")
                .isProblem(400, "invalid-request")
                .get("errors")
                .findValuesAsText("pointer"))
        .containsExactly("/currency", "/customerId", "/lines");
  }

  @Test
  void half_a_character_in_raw_bytes_is_refused() {
    byte[] body = order(line("a?b", "1", "1")).getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < body.length; i++) {
      body[i] = body[i] == '?' ? (byte) 0xED : body[i];
    }

    API.call("POST", "/orders", body).isInvalidAt("");
  }

  @Test
  void a_body_that_is_too_large_is_refused_before_it_is_read() {
    API.post("/orders", order(LINE + ("," + LINE).repeat(9_999))).isProblem(413, "body-too-large");
    API.post("/orders", order(LINE) + " ".repeat(5_000_000)).isProblem(413, "body-too-large");
  }

  private static String order(String lines) {
    return body("lines", "[" + lines + "]");
  }

  /** An order that is all right but for one field. */
  private static String body(String field, String value) {
    StringBuilder body = new StringBuilder("{\"" + field + "\": " + value);
    String[][] rest = {
      {"customerId", "\"ann\""}, {"currency", "\"EUR\""}, {"lines", "[" + LINE + "]"}
    };
    for (String[] other : rest) {
      if (!other[0].equals(field)) {
        body.append(", \"").append(other[0]).append("\": ").append(other[1]);
      }
    }
    return body.append("}").toString();
  }

  private static String line(String sku, String quantity, String unitAmount) {
    return "{\"sku\": \"%s\", \"quantity\": %s, \"unitAmount\": %s}"
        .formatted(sku, quantity, unitAmount);
  }

  private static String shortened(String text) {
    return text.length() <= 30 ? text : text.substring(0, 30) + "…";
  }
}
