package dev.ordertimeout.platform.problem;

import static dev.ordertimeout.platform.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.platform.Http;
import dev.ordertimeout.platform.RecordedLog;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Wrong paths, methods, parameters and media types answer problems, and leave nothing in the log.
 */
@QuarkusTest
class RefusedRequestTest {
  private static final String PATH = "/api/test/echo";
  private static final String ID = "0190a5e8-7f2b-7c3d-9e4f-5a6b7c8d9e0f";
  private static final BodyPublisher NOTHING = BodyPublishers.noBody();

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

  @ParameterizedTest
  @ValueSource(
      strings = {"/nope", "/api", "/api/v1/nope", "/q/nope", "/api/test/echo/a/b/c", "/a%00"})
  void an_unknown_path(String path) {
    assertProblem(http.get(path), 404, "not-found");
    assertProblem(http.send("DELETE", path, NOTHING), 404, "not-found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE | /api/test/echo             | GET, HEAD, OPTIONS, POST",
        "FOO    | /api/test/echo             | GET, HEAD, OPTIONS, POST",
        "GET    | /api/test/echo/stock/a     | OPTIONS, PUT",
        "POST   | /api/test/echo/0190a5e8    | GET, HEAD, OPTIONS"
      })
  void a_method_that_the_path_does_not_take(String method, String path, String allowed) {
    HttpResponse<String> response = http.send(method, path, NOTHING);

    assertProblem(response, 405, "method-not-allowed");
    assertThat(response.headers().firstValue("Allow")).contains(allowed);
  }

  @Test
  void options_tells_the_methods_of_the_path() {
    HttpResponse<String> response = http.send("OPTIONS", PATH + "/stock/a", NOTHING);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Allow")).containsExactly("OPTIONS, PUT");
  }

  @Test
  void head_answers_as_get_does_without_a_body() {
    assertThat(http.send("HEAD", PATH, NOTHING).statusCode()).isEqualTo(200);
    HttpResponse<String> unknown = http.send("HEAD", "/nope", NOTHING);
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101", "-1"})
  void a_limit_out_of_range(String limit) {
    assertProblem(http.get(PATH + "?limit=" + limit), 400, "invalid-request")
        .at("#limit")
        .saying("must be 1 to 100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "1.5", "99999999999", "%2B5", "%205", "%00", "%D9%A3"})
  void a_limit_that_is_no_number(String limit) {
    assertProblem(http.get(PATH + "?limit=" + limit), 400, "invalid-request")
        .at("#limit")
        .saying("must be a whole number");
  }

  @Test
  void a_constant_in_the_query_that_is_none() {
    assertProblem(http.get(PATH + "?color=BLUE"), 400, "invalid-request")
        .at("#color")
        .saying("must be one of RED, GREEN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "AAAA", "!!", "%00"})
  void a_cursor_that_is_none(String cursor) {
    assertProblem(http.get(PATH + "?cursor=" + cursor), 400, "invalid-request").at("#cursor");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1-1-1-1-1", "%20", ID + "%00"})
  void an_id_that_is_no_uuid(String id) {
    assertProblem(http.get(PATH + "/" + id), 400, "invalid-request").at("#id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%00", "a%20", "%FF", "%ED%A0%80", "toolongsku"})
  void a_text_in_the_path_that_is_not_plain(String sku) {
    assertProblem(http.send("PUT", PATH + "/stock/" + sku, NOTHING), 400, "invalid-request")
        .at("#sku");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/xml",
        ";;;",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x"
      })
  void a_body_of_another_type(String type) {
    assertProblem(
        http.send("POST", PATH, BodyPublishers.ofString("{}"), "Content-Type", type),
        415,
        "unsupported-media-type");
  }

  @Test
  void a_body_of_no_type() {
    assertProblem(
        http.send("POST", PATH, BodyPublishers.ofString("{}")), 415, "unsupported-media-type");
  }

  @Test
  void a_compressed_body() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write('{');
    }
    BodyPublisher body = BodyPublishers.ofByteArray(bytes.toByteArray());
    HttpResponse<String> response =
        http.send(
            "POST", PATH, body, "Content-Type", "application/json", "Content-Encoding", "gzip");

    assertProblem(response, 415, "unsupported-media-type");
    assertThat(response.headers().firstValue("Accept-Encoding")).contains("identity");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "xx"})
  void an_answer_of_another_type_is_asked_for(String accept) {
    assertProblem(http.get(PATH, "Accept", accept), 406, "not-acceptable");
  }

  @Test
  void a_problem_is_told_whatever_the_request_accepts() {
    assertProblem(http.get("/nope", "Accept", "text/html"), 404, "not-found");
  }

  @Test
  void an_optional_body_may_be_missing() {
    assertThat(http.send("POST", PATH + "/optional", NOTHING).body())
        .isEqualTo("{\"given\":false}");
  }

  @Test
  void the_document_says_that_every_call_may_answer_a_problem() {
    String document = http.get("/q/openapi?format=json").body().replaceAll("\\s", "");

    assertThat(document)
        .contains("\"default\":{\"description\":\"Aproblem(RFC9457)\",\"content\":{")
        .contains("\"Problem\":{\"type\":\"object\"");
  }
}
