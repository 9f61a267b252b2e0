package dev.ordertimeout.platform.web;

import static dev.ordertimeout.platform.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordertimeout.platform.Http;
import dev.ordertimeout.platform.RecordedLog;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A body over 64 KiB is a 413 that the client can read, however it sends the body. */
@QuarkusTest
@Tag("case-27")
class OversizedBodyTest {
  private static final String PATH = "/api/test/echo";
  private static final int LIMIT = 64 * 1024;
  private static final String HEAD =
      "POST " + PATH + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

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
  void five_megabytes_of_declared_length() {
    assertProblem(http.postJson(PATH, new byte[5_000_000]), 413, "body-too-large");
  }

  @Test
  void five_megabytes_in_chunks() {
    assertProblem(chunked(5_000_000), 413, "body-too-large");
  }

  @Test
  void the_limit_itself_is_allowed_and_one_byte_more_is_not() {
    assertProblem(http.postJson(PATH, " ".repeat(LIMIT)), 400, "invalid-request");
    assertProblem(http.postJson(PATH, " ".repeat(LIMIT + 1)), 413, "body-too-large");
    assertProblem(chunked(LIMIT + 1), 413, "body-too-large");
  }

  @Test
  void an_empty_body_in_chunks_is_a_missing_one() {
    assertProblem(chunked(0), 400, "invalid-request").at("").saying("is required");
  }

  @Test
  void a_client_that_asks_first_is_refused_before_it_sends() throws IOException {
    try (Socket socket = connectRaw()) {
      write(socket, HEAD + "Expect: 100-continue\r\nContent-Length: 5000000\r\n\r\n");

      assertThat(read(socket)).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void a_client_that_asks_first_is_told_to_go_on() throws IOException {
    try (Socket socket = connectRaw()) {
      write(socket, HEAD + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
      assertThat(read(socket)).startsWith("HTTP/1.1 100 ");

      write(socket, "{}");
      assertThat(read(socket)).startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  @Timeout(20)
  void a_client_that_never_stops_is_cut_off() throws IOException {
    byte[] chunk = ("2000\r\n" + "x".repeat(0x2000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = connectRaw()) {
      write(socket, HEAD + "Transfer-Encoding: chunked\r\n\r\n");
      OutputStream out = socket.getOutputStream();

      assertThatThrownBy(
              () -> {
                for (int sent = 0; sent < 1 << 30; sent += chunk.length) {
                  out.write(chunk);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_client_that_goes_away_in_the_middle_leaves_no_trace() throws IOException {
    try (Socket socket = connectRaw()) {
      write(socket, HEAD + "Content-Length: 500\r\n\r\n{\"a\":");
    }
    assertThat(http.get(PATH).statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> chunked(int length) {
    return http.send(
        "POST",
        PATH,
        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[length])),
        "Content-Type",
        "application/json");
  }

  private Socket connectRaw() throws IOException {
    Socket socket = new Socket(base.getHost(), base.getPort());
    socket.setSoTimeout(5_000);
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String read(Socket socket) throws IOException {
    byte[] bytes = new byte[8192];
    int length = socket.getInputStream().read(bytes);
    return new String(bytes, 0, Math.max(length, 0), StandardCharsets.UTF_8);
  }
}
