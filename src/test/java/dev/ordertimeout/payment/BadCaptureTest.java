package dev.ordertimeout.payment;

import static dev.ordertimeout.support.Api.API;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of captures that cannot be meant: they are refused, and nothing is kept of them. */
@QuarkusTest
@Tag("case-27")
class BadCaptureTest {
  @Inject Shop shop;
  private UUID order;

  @BeforeEach
  void clear() {
    shop.clear();
    order = shop.order();
  }

  @AfterEach
  void nothing_is_stored() {
    assertThat(shop.count("SELECT count(*) FROM payment")).isZero();
    assertThat(shop.events(order)).containsExactly("PLACED");
    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "9223372036854775808",
        "-9223372036854775809",
        "10.00",
        "1e3",
        "\"1000\"",
        "null",
        "true",
        "[]"
      })
  void an_amount_that_is_none(String amount) {
    report("\"reference\": \"r\", \"amount\": " + amount + ", \"currency\": \"EUR\"", "/amount");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\" \"",
        "\"r\\u0000\"",
        "\"r\\n\"",
        "\"\\ud83d\"",
        "null",
        "7",
        "{}",
        "\"r \""
      })
  void a_reference_that_is_none(String reference) {
    report(
        "\"reference\": " + reference + ", \"amount\": 1000, \"currency\": \"EUR\"", "/reference");
  }

  @Test
  void a_reference_that_is_too_long_in_characters_of_one_or_two_chars() {
    for (String reference : new String[] {"x".repeat(256), "x".repeat(129), "😀".repeat(129)}) {
      report(
          "\"reference\": \"" + reference + "\", \"amount\": 1000, \"currency\": \"EUR\"",
          "/reference");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"XXX1\"", "\"XAU\"", "\"eur\"", "\"\"", "null", "978"})
  void a_currency_that_is_none(String currency) {
    report("\"reference\": \"r\", \"amount\": 1000, \"currency\": " + currency, "/currency");
  }

  @Test
  void a_field_that_is_unknown_or_doubled() {
    String whole = "\"reference\": \"r\", \"amount\": 1000, \"currency\": \"EUR\"";

    report(whole + ", \"status\": \"ACCEPTED\"", "/status");
    report(whole + ", \"amount\": 1", "/amount");
  }

  @Test
  void an_order_id_that_is_none() {
    API.post(
            "/orders/42/payments",
            "{\"reference\": \"r\", \"amount\": 1000, \"currency\": \"EUR\"}")
        .isInvalidAt("#id");
  }

  @Test
  void no_body_or_too_much_of_it() {
    String path = "/orders/" + order + "/payments";

    API.post(path).isInvalidAt("");
    API.post(path, "null").isInvalidAt("");
    API.post(path, "[" + "1,".repeat(40_000) + "1]").isProblem(413, "body-too-large");
  }

  private void report(String fields, String pointer) {
    API.post("/orders/" + order + "/payments", "{" + fields + "}").isInvalidAt(pointer);
  }
}
