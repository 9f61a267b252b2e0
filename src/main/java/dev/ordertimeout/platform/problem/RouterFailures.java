package dev.ordertimeout.platform.problem;

import io.quarkus.vertx.http.runtime.RouteConstants;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;

/** Answers the requests that fail before any resource, or outside of all of them. */
@Singleton
class RouterFailures {
  /** What the router itself refuses, such as a path with a broken percent-encoding. */
  private static final List<Integer> REFUSED_BY_ROUTER = List.of(400, 404, 405, 406, 415, 500);

  /** After the failure handlers of the framework's parts, before its last resort. */
  private static final int ORDER = RouteConstants.ROUTE_ORDER_AFTER_DEFAULT + 1;

  private final ProblemResponses responses;
  private final Incidents incidents;

  RouterFailures(ProblemResponses responses, Incidents incidents) {
    this.responses = responses;
    this.incidents = incidents;
  }

  void attach(@Observes Router router) {
    router.route().order(ORDER).failureHandler(this::answer);
    REFUSED_BY_ROUTER.forEach(status -> router.errorHandler(status, this::answer));
  }

  private void answer(RoutingContext context) {
    if (context.failure() instanceof SecurityException) {
      context.next(); // The challenge of an authentication is not a problem of ours.
    } else if (!context.response().closed()) {
      responses.send(context, problem(context));
    }
  }

  private Problem problem(RoutingContext context) {
    String path = String.valueOf(context.request().path());
    if (context.failure() instanceof ProblemException problem) {
      return Problem.of(problem, path);
    }
    int status = context.statusCode();
    if (status >= 400 && status < 500) {
      return StatusProblems.of(status, path);
    }
    Throwable failure = context.failure();
    String method = context.request().method().name();
    return Problem.of(
        incidents.toProblem(
            failure == null ? new IllegalStateException("Status " + status) : failure,
            method,
            path),
        path);
  }
}
