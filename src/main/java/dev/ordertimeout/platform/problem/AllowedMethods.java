package dev.ordertimeout.platform.problem;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which methods a path takes: a 405 must say so (RFC 9110, 15.5.6), and the framework's does not.
 * Read once from the annotations of the resources.
 */
@Singleton
class AllowedMethods {
  /** {name} or {name: regex}. */
  private static final Pattern TEMPLATE = Pattern.compile("\\{\\s*[\\w.-]+\\s*(?::([^{}]*))?\\}");

  private final List<Route> routes = new ArrayList<>();

  AllowedMethods(BeanManager beans) {
    beans.getBeans(Object.class, Any.Literal.INSTANCE).forEach(bean -> add(bean.getBeanClass()));
  }

  /**
   * The value of the Allow header.
   *
   * @param path as the request has it
   */
  String textFor(String path) {
    SortedSet<String> methods = new TreeSet<>();
    for (Route route : routes) {
      if (route.path().matcher(path).matches()) {
        methods.add(route.method());
      }
    }
    if (methods.contains(HttpMethod.GET)) {
      methods.add(HttpMethod.HEAD);
    }
    methods.add(HttpMethod.OPTIONS);
    return String.join(", ", methods);
  }

  private void add(Class<?> resource) {
    Path root = resource.getAnnotation(Path.class);
    if (root == null) {
      return;
    }
    for (Method method : resource.getDeclaredMethods()) {
      for (Annotation annotation : method.getAnnotations()) {
        HttpMethod verb = annotation.annotationType().getAnnotation(HttpMethod.class);
        if (verb != null) {
          Path below = method.getAnnotation(Path.class);
          String template = root.value() + "/" + (below == null ? "" : below.value());
          routes.add(new Route(regex(template), verb.value()));
        }
      }
    }
  }

  private static Pattern regex(String template) {
    String path = ("/" + template).replaceAll("/+", "/").replaceAll("/$", "");
    StringBuilder regex = new StringBuilder();
    var names = TEMPLATE.matcher(path);
    int at = 0;
    while (names.find()) {
      regex.append(Pattern.quote(path.substring(at, names.start())));
      regex.append(names.group(1) == null ? "[^/]+" : "(?:" + names.group(1).strip() + ")");
      at = names.end();
    }
    return Pattern.compile(regex + Pattern.quote(path.substring(at)) + "/?");
  }

  private record Route(Pattern path, String method) {}
}
