package dev.ordertimeout.platform.problem;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.quarkus.hibernate.validator.runtime.jaxrs.ResteasyReactiveViolationException;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.validation.ValidationException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Answers every request to a resource that ends with an exception, whatever the exception. */
@Singleton
class RequestFailures {
  private final ProblemResponses responses;
  private final Incidents incidents;
  private final AllowedMethods allowed;

  RequestFailures(ProblemResponses responses, Incidents incidents, AllowedMethods allowed) {
    this.responses = responses;
    this.incidents = incidents;
    this.allowed = allowed;
  }

  @ServerExceptionMapper
  Response problem(ProblemException failure, RoutingContext context) {
    return answer(failure, context);
  }

  /** The caller's parameters; any other violation is between two parts of this service. */
  @ServerExceptionMapper
  Response constraint(ValidationException failure, RoutingContext context) {
    if (failure instanceof ResteasyReactiveViolationException request
        && !InvalidParameters.isOfAnswer(request.getConstraintViolations())) {
      return answer(InvalidParameters.toProblem(request.getConstraintViolations()), context);
    }
    return unexpected(failure, context);
  }

  @ServerExceptionMapper
  Response shape(MismatchedInputException failure, RoutingContext context) {
    return answer(UnreadableBody.toProblem(failure), context);
  }

  @ServerExceptionMapper
  Response notFound(NotFoundException failure, RoutingContext context) {
    return status(failure, context);
  }

  @ServerExceptionMapper
  Response status(WebApplicationException failure, RoutingContext context) {
    if (failure.getCause() instanceof ProblemException problem) {
      return answer(problem, context);
    }
    if (failure.getCause() instanceof JacksonException json) {
      return answer(UnreadableBody.toProblem(json), context);
    }
    int status = failure.getResponse().getStatus();
    if (status < 400) {
      return failure.getResponse();
    }
    if (status >= 500) {
      return unexpected(failure, context);
    }
    String path = path(context);
    Response.ResponseBuilder response = responses.toResponse(StatusProblems.of(status, path));
    if (failure instanceof NotAllowedException) {
      response.header(HttpHeaders.ALLOW, allowed.textFor(path));
    }
    return response.build();
  }

  @ServerExceptionMapper
  Response unexpected(Throwable failure, RoutingContext context) {
    String method = context.request().method().name();
    return answer(incidents.toProblem(failure, method, path(context)), context);
  }

  private Response answer(ProblemException failure, RoutingContext context) {
    return responses.toResponse(Problem.of(failure, path(context))).build();
  }

  private static String path(RoutingContext context) {
    return context.request().path();
  }
}
