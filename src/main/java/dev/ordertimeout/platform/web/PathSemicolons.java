package dev.ordertimeout.platform.web;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Refuses a bare semicolon in a path. JAX-RS cuts off what follows one as a matrix parameter, and
 * nothing here has any: a change of SKU "a;b" would be one of SKU "a".
 */
@Singleton
class PathSemicolons {
  @ServerRequestFilter(preMatching = true)
  public void refuse(RoutingContext context) {
    if (context.request().path().indexOf(';') >= 0) {
      throw new ProblemException(
          ProblemCode.INVALID_REQUEST, "A semicolon in the path must be percent-encoded");
    }
  }
}
