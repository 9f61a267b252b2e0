package dev.ordertimeout.platform.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.UncheckedIOException;

/**
 * Turns a problem into an answer. The body is written here and not by content negotiation: a
 * problem is told as problem+json even to those who asked for something else.
 */
@Singleton
public class ProblemResponses {
  /** What passes does so soon or not at all; asking again after a second costs nobody much. */
  private static final String RETRY_AFTER_SECONDS = "1";

  private final ObjectMapper json;

  ProblemResponses(ObjectMapper json) {
    this.json = json;
  }

  /** The answer of a JAX-RS resource. */
  public Response.ResponseBuilder toResponse(Problem problem) {
    Response.ResponseBuilder response =
        Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(bytes(problem));
    if (isTemporary(problem)) {
      response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    return response;
  }

  /** Answers a request that no resource answered. Without effect once an answer has begun. */
  public void send(RoutingContext context, Problem problem) {
    HttpServerResponse response = context.response();
    if (response.closed() || response.ended()) {
      return;
    }
    if (response.headWritten()) {
      response.end();
      return;
    }
    if (isTemporary(problem)) {
      response.putHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    response
        .setStatusCode(problem.status())
        .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
        .end(Buffer.buffer(bytes(problem)));
  }

  private static boolean isTemporary(Problem problem) {
    return problem.status() == ProblemCode.UNAVAILABLE.status()
        || problem.code().equals(ProblemCode.IDEMPOTENCY_KEY_IN_USE.code());
  }

  private byte[] bytes(Problem problem) {
    try {
      return json.writeValueAsBytes(problem);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
