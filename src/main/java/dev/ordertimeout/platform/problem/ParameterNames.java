package dev.ordertimeout.platform.problem;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.Annotation;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** The name that a path, query or header parameter of a resource method has for callers. */
public final class ParameterNames {
  private ParameterNames() {}

  /**
   * Reads the name from the parameter's annotations.
   *
   * @return empty for the body; an empty name where the Java name of the parameter is the name
   */
  public static Optional<String> of(Annotation[] annotations) {
    for (Annotation annotation : annotations) {
      Optional<String> name = of(annotation);
      if (name.isPresent()) {
        return name;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> of(Annotation annotation) {
    if (annotation instanceof PathParam path) {
      return Optional.of(path.value());
    }
    if (annotation instanceof QueryParam query) {
      return Optional.of(query.value());
    }
    if (annotation instanceof HeaderParam header) {
      return Optional.of(header.value());
    }
    if (annotation instanceof RestPath path) {
      return Optional.of(path.value());
    }
    if (annotation instanceof RestQuery query) {
      return Optional.of(query.value());
    }
    return annotation instanceof RestHeader header ? Optional.of(header.value()) : Optional.empty();
  }
}
