package dev.ordertimeout.platform.idempotency;

import static dev.ordertimeout.platform.ProblemAssert.assertProblem;
import static dev.ordertimeout.platform.idempotency.KeysInTests.kept;
import static dev.ordertimeout.platform.idempotency.KeysInTests.pears;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.platform.Http;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a key; what is none is told so, and places nothing. */
@QuarkusTest
class BadKeyTest {
  private static final String PATH = "/api/v1/orders";

  @TestHTTPResource URI base;
  @Inject Shop shop;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  static List<String> bad() {
    return List.of("", " ", "a b", "a\tb", "k".repeat(256));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void a_key_that_is_none_is_refused(String key) {
    assertProblem(place(key), 400, "invalid-request").at("#Idempotency-Key");

    assertNothingHappened();
  }

  @Test
  void a_key_outside_of_ascii_is_refused() throws IOException {
    String request =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n"
            + "Content-Type: application/json\r\nIdempotency-Key: \u94a5\u5319\r\n\r\n%s";
    String body = pears("ann");
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket
          .getOutputStream()
          .write(request.formatted(PATH, body.length(), body).getBytes(StandardCharsets.UTF_8));

      assertThat(socket.getInputStream().readAllBytes())
          .asString(StandardCharsets.UTF_8)
          .startsWith("HTTP/1.1 400 ")
          .contains("#Idempotency-Key");
    }
    assertNothingHappened();
  }

  @Test
  void two_keys_are_none() {
    assertProblem(place("k-1", "k-2"), 400, "invalid-request").at("#Idempotency-Key");

    assertNothingHappened();
  }

  @Test
  void the_same_key_twice_is_one() {
    assertThat(place("k-1", "k-1").statusCode()).isEqualTo(201);
    assertThat(place("k-1").headers().firstValue("Idempotent-Replayed")).contains("true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"k", "\"8e03978e-40d5-43dd-bc93-6894a57f9324\"", "a,b;c='!~'"})
  void what_can_be_seen_is_a_key(String key) {
    assertThat(place(key).statusCode()).isEqualTo(201);
    assertThat(shop.column("SELECT key FROM idempotency_key")).containsExactly(key);
  }

  @Test
  void the_name_of_the_header_is_read_in_any_case() {
    place("k-1");

    HttpResponse<String> again =
        new Http(base)
            .send(
                "POST",
                PATH,
                BodyPublishers.ofString(pears("ann")),
                "content-type",
                "application/json",
                "idempotency-key",
                "k-1");

    assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
  }

  @Test
  void a_key_may_have_255_characters() {
    assertThat(place("k".repeat(255)).statusCode()).isEqualTo(201);
    assertThat(kept(shop)).isEqualTo(1);
  }

  private HttpResponse<String> place(String... keys) {
    String[] headers =
        Stream.concat(
                Stream.of("Content-Type", "application/json"),
                Stream.of(keys).flatMap(key -> Stream.of("Idempotency-Key", key)))
            .toArray(String[]::new);
    return new Http(base).send("POST", PATH, BodyPublishers.ofString(pears("ann")), headers);
  }

  private void assertNothingHappened() {
    assertThat(shop.count("SELECT count(*) FROM orders")).isZero();
    assertThat(kept(shop)).isZero();
  }
}
