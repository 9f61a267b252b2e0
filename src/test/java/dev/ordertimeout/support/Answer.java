package dev.ordertimeout.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restassured.response.Response;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An answer of the HTTP interface, to be held against what all answers have in common.
 *
 * @param path that was asked for, as it was sent
 */
public record Answer(String path, Response response) {
  /** Names of classes and packages, stack frames, SQL. */
  private static final Pattern INTERNALS =
      Pattern.compile("Exception|java\\.|jakarta\\.|dev\\.ordertimeout|quarkus|SELECT |\\tat ");

  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");

  static Answer of(String path, Response response) {
    return new Answer(path.replaceFirst("\\?.*", ""), response);
  }

  /** A success with a body; its JSON. */
  public JsonNode is(int status) {
    assertThat(response.statusCode()).as(response.asString()).isEqualTo(status);
    assertThat(response.contentType()).isEqualTo("application/json;charset=UTF-8");
    JsonNode body = Api.json(response.asString());
    requireTimes(body);
    return body;
  }

  /** A success without a body. */
  public void isEmpty(int status) {
    assertThat(response.statusCode()).as(response.asString()).isEqualTo(status);
    assertThat(response.asString()).isEmpty();
    assertThat(response.contentType()).isEmpty();
  }

  /** A problem of RFC 9457 that lets nothing of the inside out; its JSON. */
  public JsonNode isProblem(int status, String code) {
    assertThat(response.statusCode()).as(response.asString()).isEqualTo(status);
    assertThat(response.contentType()).isEqualTo("application/problem+json");
    assertThat(response.asString()).doesNotContainPattern(INTERNALS);
    JsonNode body = Api.json(response.asString());
    assertThat(body.path("status").intValue()).isEqualTo(status);
    assertThat(body.path("code").textValue()).isEqualTo(code);
    assertThat(body.path("type").textValue()).isEqualTo("urn:order-timeout:problem:" + code);
    assertThat(body.path("title").textValue()).isNotBlank();
    assertThat(body.path("detail").textValue()).isNotBlank();
    assertThat(body.path("instance").textValue()).isEqualTo(path);
    return body;
  }

  /** The problem that says this one place of the request is wrong. */
  public void isInvalidAt(String pointer) {
    assertThat(isProblem(400, "invalid-request").path("errors").findValuesAsText("pointer"))
        .as(response.asString())
        .containsExactly(pointer);
  }

  public String header(String name) {
    return response.header(name);
  }

  private static void requireTimes(JsonNode body) {
    for (String field :
        List.of(
            "placedAt",
            "expiresAt",
            "paidAt",
            "cancelledAt",
            "grabbedAt",
            "nextSubsidyAt",
            "receivedAt",
            "refundedAt",
            "at",
            "dueAt",
            "deadAt",
            "startedAt",
            "seenAt")) {
      for (JsonNode value : body.findValues(field)) {
        if (!value.isNull()) {
          assertThat(value.textValue()).as(field).matches(TIME);
        }
      }
    }
  }
}
