package dev.ordertimeout.platform.web;

import dev.ordertimeout.platform.problem.Problem;
import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.problem.ProblemResponses;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.RouteConstants;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.MediaType;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * Takes in the whole body of a request before a thread is given to it: a slow sender holds no
 * thread, and a body that is too large, compressed or of unknown type is refused with a problem
 * however it is sent.
 */
@Singleton
class RequestBodies {
  /** Before anything that could let go of the thread: bytes may arrive as soon as that happens. */
  private static final int ORDER = RouteConstants.ROUTE_ORDER_BODY_HANDLER;

  private static final String LIMIT = "quarkus.http.limits.max-body-size";

  private final ProblemResponses responses;
  private final long limitBytes;

  RequestBodies(ProblemResponses responses, Config config) {
    this.responses = responses;
    this.limitBytes = config.getValue(LIMIT, MemorySize.class).asLongValue();
  }

  void attach(@Observes Router router) {
    router.route().order(ORDER).handler(this::takeIn);
  }

  private void takeIn(RoutingContext context) {
    if (context.request().version() == HttpVersion.HTTP_2) {
      // The framework pauses every request it serves, which HTTP/2 refuses once a body is read. It
      // is off here; where it is switched on, the framework's own limits hold, with bare answers.
      context.next();
      return;
    }
    new BodyIntake(context, limitBytes, body -> goOn(context, body)).start();
  }

  /** Serves the request, or answers what is wrong with its body; null: it is too large. */
  private void goOn(RoutingContext context, @Nullable Buffer body) {
    Optional<ProblemException> refusal;
    try {
      refusal = body == null ? Optional.of(tooLarge()) : refusal(context, body);
    } catch (RuntimeException e) {
      context.fail(e); // Nobody else would: the router handed over when the body began.
      return;
    }
    if (refusal.isPresent()) {
      responses.send(context, Problem.of(refusal.get(), context.request().path()));
    } else {
      context.next();
    }
  }

  private static Optional<ProblemException> refusal(RoutingContext context, Buffer body) {
    if (body.length() == 0) {
      // Nothing has no type; without one, a call whose body may be absent would be refused.
      context.request().headers().set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON);
      return Optional.empty();
    }
    String encoding = context.request().getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      context.response().putHeader(HttpHeaders.ACCEPT_ENCODING, "identity");
      return Optional.of(unsupported("A body must not be compressed."));
    }
    String type = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
    if (type == null || type.isBlank()) {
      // What a foreign web page can send in a visitor's name.
      return Optional.of(unsupported("A body must come with a Content-Type."));
    }
    boolean isJson = type.toLowerCase(Locale.ROOT).contains("json");
    return isJson && !JsonText.isUtf8(body.getBytes())
        ? Optional.of(ProblemException.invalid("", "must be UTF-8 without a byte order mark"))
        : Optional.empty();
  }

  private ProblemException tooLarge() {
    return new ProblemException(
        ProblemCode.BODY_TOO_LARGE, "A body may have at most " + limitBytes + " bytes.");
  }

  private static ProblemException unsupported(String detail) {
    return new ProblemException(ProblemCode.UNSUPPORTED_MEDIA_TYPE, detail);
  }
}
