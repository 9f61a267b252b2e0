package dev.ordertimeout.platform.problem;

import static dev.ordertimeout.platform.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.platform.Http;
import dev.ordertimeout.platform.RecordedLog;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every wrong body is a 400 that points at what is wrong, and nothing in the log. */
@QuarkusTest
@Tag("case-27")
class RefusedBodyTest {
  private static final String PATH = "/api/test/echo";
  private static final String LINE = "{\"sku\":\"a\",\"quantity\":1,\"unitAmount\":5}";
  private static final String NUMBER = "must be a whole number";
  private static final String INT = "must be a whole number from -2147483648 to 2147483647";

  @TestHTTPResource URI base;
  private final RecordedLog log = new RecordedLog();
  private Http http;

  @BeforeEach
  void connect() {
    http = new Http(base);
  }

  @AfterEach
  void nothing_was_logged() {
    log.close();
    assertThat(log.failures()).isEmpty();
  }

  @Test
  void a_right_body_is_taken() {
    assertThat(http.postJson(PATH, basket(LINE, "")).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e2",
        "1.0",
        "1.5",
        "1e400",
        "1e1000000000",
        "\"2\"",
        "\"\"",
        "true",
        "{}",
        "[]",
        "[1]"
      })
  void a_quantity_that_is_no_whole_number(String quantity) {
    refused(quantity(quantity), "/lines/0/quantity", NUMBER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "-2147483649", "9223372036854775808"})
  void a_quantity_beyond_its_type(String quantity) {
    refused(quantity(quantity), "/lines/0/quantity", INT);
  }

  @Test
  void a_quantity_of_ten_to_the_400() {
    refused(quantity("1" + "0".repeat(400)), "/lines/0/quantity", INT);
  }

  @Test
  void a_number_of_more_digits_than_any_number_has() {
    refused(quantity("1".repeat(2000)), "/lines/0", "holds a number that is too long");
  }

  @ParameterizedTest
  @CsvSource({"0,must be at least 1", "-1,must be at least 1", "1000001,must be at most 1000000"})
  void a_quantity_out_of_range(String quantity, String detail) {
    refused(quantity(quantity), "/lines/0/quantity", detail);
  }

  @Test
  void a_quantity_that_is_null_or_missing() {
    refused(quantity("null"), "/lines/0/quantity", "is required");
    refused(basket("{\"sku\":\"a\",\"unitAmount\":5}", ""), "/lines/0/quantity", "is required");
  }

  @Test
  void a_primitive_that_is_null_or_missing() {
    assertProblem(http.postJson(PATH + "/primitive", "{}"), 400, "invalid-request").at("/count");
    assertProblem(http.postJson(PATH + "/primitive", "{\"count\":null}"), 400, "invalid-request")
        .at("/count")
        .saying("is required");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\\u0000\"",
        "\"\\ud800\"",
        "\"a\\udc00b\"",
        "\"a\\nb\"",
        "\"\"",
        "\"  \"",
        "\" a\"",
        "\"a\\u00a0\"",
        "\"\\u200b\"",
        "\"\\ufffd\""
      })
  void a_text_that_is_not_plain(String sku) {
    refused(
        sku(sku),
        "/lines/0/sku",
        "must be 1 to 64 characters, none of them a control character, no space at either end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "1.5", "true", "{}", "[]", "[\"a\"]"})
  void a_text_that_is_no_text(String sku) {
    refused(sku(sku), "/lines/0/sku", "must be text");
  }

  @ParameterizedTest
  @ValueSource(strings = {"XXX1", "XXX", "eur", "ABC", ""})
  void a_currency_that_is_none(String currency) {
    refused(
        basket(LINE, "").replace("EUR", currency),
        "/currency",
        "must be an ISO 4217 currency such as EUR");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"P1000Y\"", "\"30 minutes\"", "1800", "1.5", "\"\"", "[]", "true"})
  void a_duration_that_is_none(String duration) {
    refused(
        basket(LINE, ",\"expiresIn\":" + duration),
        "/expiresIn",
        "must be a duration such as PT30M");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"2026-01-02\"",
        "\"2026-01-02T03:04Z\"",
        "\"2026-02-30T00:00:00Z\"",
        "1767225600",
        "\"2026-01-02T03:04:05\""
      })
  void a_time_that_is_none(String time) {
    refused(
        basket(LINE, ",\"at\":" + time), "/at", "must be a time such as 2026-01-02T03:04:05.678Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"BLUE\"", "\"red\"", "0", "\"\"", "[]"})
  void a_constant_that_is_none(String color) {
    refused(basket(LINE, ",\"color\":" + color), "/color", "must be one of RED, GREEN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"true\"", "1", "\"\""})
  void a_boolean_that_is_none(String gift) {
    refused(basket(LINE, ",\"gift\":" + gift), "/gift", "must be true or false");
  }

  @Test
  void a_field_given_twice() {
    refused(basket(LINE, ",\"currency\":\"USD\""), "/currency", "is given twice");
    refused(basket("{\"sku\":\"a\",\"sku\":\"b\"}", ""), "/lines/0/sku", "is given twice");
  }

  @Test
  void an_unknown_field() {
    refused(
        basket("{\"q~/x\":1}", ""),
        "/lines/0/q~0~1x",
        "is not a known field; known are quantity, sku, unitAmount");
  }

  @Test
  void the_name_of_an_unknown_field_comes_back_cut() {
    var response = http.postJson(PATH, "{\"" + "x".repeat(5000) + "\":1}");

    assertProblem(response, 400, "invalid-request").at("/" + "x".repeat(64) + "…");
    assertThat(response.body().length()).isLessThan(1000);
  }

  @Test
  void a_body_cut_anywhere() {
    String whole = basket(LINE, "");
    for (int length = 1; length < whole.length(); length++) {
      var problem =
          assertProblem(http.postJson(PATH, whole.substring(0, length)), 400, "invalid-request");
      assertThat(problem.body().path("detail").textValue())
          .contains("ends too early (line 1, column " + (length + 1) + ")");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "\"x\"", "1", "true", "[{}]"})
  void a_body_that_is_no_object(String body) {
    refused(body, "", "must be an object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "null"})
  void no_body(String body) {
    refused(body, "", "is required");
  }

  @Test
  void more_after_the_body() {
    refused(basket(LINE, "") + " {}", "", "is followed by more text");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'a':1}", "{\"a\":01}", "{\"a\":NaN}", "}", "{\"a\":\"\u0001\"}"})
  void a_body_that_is_no_json(String body) {
    assertProblem(http.postJson(PATH, body), 400, "invalid-request");
  }

  @Test
  void a_body_nested_too_deeply() {
    refused("{\"foo\":".repeat(5000), "", "is nested too deeply");
    refused("{\"lines\":" + "[".repeat(5000), "/lines/0", "must be an object");
  }

  @Test
  void lines_that_are_none() {
    refused(basket("null", ""), "/lines/0", "must not be null");
    refused(basket("\"x\"", ""), "/lines/0", "must be an object");
    refused("{\"lines\":{}}", "/lines", "must be an array");
  }

  @Test
  void no_line_and_too_many() {
    refused(basket("", ""), "/lines", "must hold 1 to 200 entries");
    refused(basket(LINE + ("," + LINE).repeat(200), ""), "/lines", "must hold 1 to 200 entries");
    assertProblem(
        http.postJson(PATH, basket(LINE + ("," + LINE).repeat(9999), "")), 413, "body-too-large");
  }

  @Test
  void a_body_wrong_in_thousands_of_places_is_told_of_twenty() {
    JsonNode problem =
        assertProblem(
                http.postJson(PATH, basket("{}" + ",{}".repeat(15_000), "")),
                400,
                "invalid-request")
            .body();

    assertThat(problem.path("errors")).hasSize(20);
  }

  @Test
  void bytes_that_are_not_utf8() {
    String whole = basket(LINE, "");
    List<byte[]> bodies =
        List.of(
            whole.replace("\"c\"", "\"\u00ff\"").getBytes(ISO_8859_1),
            whole.replace("\"c\"", "\"\u00c0\u0080\"").getBytes(ISO_8859_1), // an overlong NUL
            whole.replace("\"c\"", "\"\u00ed\u00a0\u0080\"").getBytes(ISO_8859_1), // half a pair
            ("\u00ef\u00bb\u00bf" + whole).getBytes(ISO_8859_1), // a byte order mark
            whole.getBytes(UTF_16LE),
            new byte[] {0, 0, 0, '{', 0, 0, 0, '}'},
            new byte[] {0});
    for (byte[] body : bodies) {
      assertProblem(http.postJson(PATH, body), 400, "invalid-request")
          .at("")
          .saying("must be UTF-8 without a byte order mark");
    }
  }

  private void refused(String body, String pointer, String detail) {
    assertProblem(http.postJson(PATH, body), 400, "invalid-request").at(pointer).saying(detail);
  }

  private static String quantity(String quantity) {
    return basket(LINE.replace("1", quantity), "");
  }

  private static String sku(String sku) {
    return basket(LINE.replace("\"a\"", sku), "");
  }

  private static String basket(String lines, String more) {
    return "{\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[" + lines + "]" + more + "}";
  }
}
