package dev.ordertimeout.platform.idempotency;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ordertimeout.platform.problem.Problem;
import dev.ordertimeout.platform.problem.ProblemException;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/**
 * Writes the answers to the current request as they go out, before they go out, so that what is
 * kept and what is sent are the same bytes.
 */
@RequestScoped
class Answers {
  /** As the framework has it for answers that it writes itself. */
  private static final String JSON = MediaType.APPLICATION_JSON + ";charset=UTF-8";

  private final ObjectMapper json;
  private final RoutingContext request;

  Answers(ObjectMapper json, RoutingContext request) {
    this.json = json;
    this.request = request;
  }

  /** The answer of a resource. */
  Answer of(Response response) {
    return new Answer(
        response.getStatus(),
        response.getHeaderString(HttpHeaders.LOCATION),
        response.hasEntity() ? JSON : null,
        response.hasEntity() ? text(response.getEntity()) : "");
  }

  /** A refusal, as it is told without a key. */
  Answer of(ProblemException refusal) {
    Problem problem = Problem.of(refusal, request.request().path());
    return new Answer(problem.status(), null, Problem.MEDIA_TYPE, text(problem));
  }

  private String text(Object body) {
    try {
      return json.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("An answer cannot be written as JSON", e);
    }
  }
}
