package dev.ordertimeout.platform.problem;

import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Makes OPTIONS tell the methods of the path; the framework tells those of the whole resource. */
@Singleton
class OptionsAnswers {
  private final AllowedMethods allowed;

  OptionsAnswers(AllowedMethods allowed) {
    this.allowed = allowed;
  }

  @ServerResponseFilter
  public void correct(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getMethod().equals(HttpMethod.OPTIONS) && response.getStatus() == 200) {
      String path = request.getUriInfo().getRequestUri().getRawPath();
      response.getHeaders().putSingle(HttpHeaders.ALLOW, allowed.textFor(path));
    }
  }
}
