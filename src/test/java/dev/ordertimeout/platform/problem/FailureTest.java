package dev.ordertimeout.platform.problem;

import static dev.ordertimeout.platform.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.platform.Http;
import dev.ordertimeout.platform.RecordedLog;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class FailureTest {
  private static final String PATH = "/api/test/echo/fail/";

  @TestHTTPResource URI base;
  private Http http;

  @BeforeEach
  void connect() {
    http = new Http(base);
  }

  @Test
  void a_problem_carries_its_own_members_and_no_empty_ones() {
    JsonNode problem = assertProblem(http.get(PATH + "problem"), 409, "order-expired").body();

    assertThat(problem)
        .hasToString(
            "{\"type\":\"urn:order-timeout:problem:order-expired\","
                + "\"title\":\"The order's deadline has passed\",\"status\":409,"
                + "\"detail\":\"Too late for order 1.\",\"instance\":\"/api/test/echo/fail/problem\","
                + "\"code\":\"order-expired\",\"payment\":{\"id\":7}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"unavailable", "acquisition", "contention", "busy"})
  void what_passes_is_unavailable_and_says_when_to_ask_again(String how) {
    try (RecordedLog log = new RecordedLog()) {
      HttpResponse<String> response = http.get(PATH + how);

      assertProblem(response, 503, "unavailable");
      assertThat(response.headers().firstValue("Retry-After")).contains("1");
      assertThat(log.failures()).isEmpty();
    }
  }

  @Test
  void a_fault_is_logged_once_under_the_id_that_the_caller_gets() {
    try (RecordedLog log = new RecordedLog()) {
      JsonNode problem = assertProblem(http.get(PATH + "fault"), 500, "internal-error").body();

      String incident =
          problem.path("detail").textValue().replaceAll(".*incident ([0-9a-f]{8})\\.", "$1");
      assertThat(log.failures()).hasSize(1);
      LogRecord record = log.failures().get(0);
      assertThat(record.getThrown()).hasMessageContaining("SELECT secret");
      assertThat(RecordedLog.text(record)).contains(incident).contains("GET " + PATH + "fault");
    }
  }

  @Test
  void an_answer_that_breaks_its_own_constraint_is_a_fault() {
    try (RecordedLog log = new RecordedLog()) {
      assertProblem(http.get("/api/test/echo/answer/invalid"), 500, "internal-error");
      assertThat(log.failures()).hasSize(1);
    }
  }
}
