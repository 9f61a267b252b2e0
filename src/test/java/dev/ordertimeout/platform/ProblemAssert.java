package dev.ordertimeout.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;

/** Says that an answer is a well-formed problem, and which one. */
public final class ProblemAssert {
  /** Names of classes and packages, stack frames, SQL. */
  private static final Pattern INTERNALS =
      Pattern.compile(
          "Exception|java\\.|jakarta\\.|dev\\.ordertimeout|io\\.quarkus|SELECT |\\tat ");

  private final HttpResponse<String> response;
  private final JsonNode body;

  private ProblemAssert(HttpResponse<String> response) {
    this.response = response;
    this.body = Http.json(response);
  }

  public static ProblemAssert assertProblem(
      HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(response.body()).doesNotContainPattern(INTERNALS);
    ProblemAssert problem = new ProblemAssert(response);
    assertThat(problem.body.path("status").intValue()).isEqualTo(status);
    assertThat(problem.body.path("code").textValue()).isEqualTo(code);
    assertThat(problem.body.path("type").textValue())
        .isEqualTo("urn:order-timeout:problem:" + code);
    assertThat(problem.body.path("title").textValue()).isNotBlank();
    assertThat(problem.body.path("detail").textValue()).isNotBlank();
    assertThat(problem.body.path("instance").textValue())
        .isEqualTo(response.request().uri().getRawPath());
    return problem;
  }

  public ProblemAssert at(String pointer) {
    assertThat(body.path("errors").findValuesAsText("pointer"))
        .as(response.body())
        .contains(pointer);
    return this;
  }

  public ProblemAssert saying(String detail) {
    assertThat(body.path("errors").findValuesAsText("detail")).as(response.body()).contains(detail);
    return this;
  }

  public JsonNode body() {
    return body;
  }
}
