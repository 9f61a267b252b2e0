package dev.ordertimeout.platform.problem;

import dev.ordertimeout.platform.problem.ProblemException.FieldError;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says which parameters of a resource method, or which places of its body, break a constraint. */
final class InvalidParameters {
  /** A body of 64 KiB can be wrong in thousands of places; that many are told. */
  private static final int MOST_ERRORS = 20;

  private InvalidParameters() {}

  /** Whether it is the answer that breaks a constraint, and so a fault of this service. */
  static boolean isOfAnswer(Set<ConstraintViolation<?>> violations) {
    return violations.stream()
        .flatMap(violation -> nodes(violation).stream())
        .anyMatch(node -> node.getKind() == ElementKind.RETURN_VALUE);
  }

  static ProblemException toProblem(Set<ConstraintViolation<?>> violations) {
    List<FieldError> errors =
        violations.stream()
            .map(violation -> new FieldError(pointer(violation), violation.getMessage()))
            .distinct()
            .sorted(Comparator.comparing(FieldError::pointer).thenComparing(FieldError::detail))
            .limit(MOST_ERRORS)
            .toList();
    return ProblemException.invalid(errors);
  }

  private static String pointer(ConstraintViolation<?> violation) {
    StringBuilder pointer = new StringBuilder();
    for (Path.Node node : nodes(violation)) {
      if (node.getKind() == ElementKind.PARAMETER) {
        parameterName(violation, node).ifPresent(name -> pointer.append('#').append(name));
      } else if (node.getKind() != ElementKind.METHOD) {
        append(pointer, node);
      }
    }
    return pointer.toString();
  }

  private static void append(StringBuilder pointer, Path.Node node) {
    if (node.getIndex() != null) {
      pointer.append(JsonPointers.step(node.getIndex().toString()));
    } else if (node.getKey() != null) {
      pointer.append(JsonPointers.step(node.getKey().toString()));
    }
    if (node.getKind() == ElementKind.PROPERTY && node.getName() != null) {
      pointer.append(JsonPointers.step(node.getName()));
    }
  }

  /** The name the caller knows the parameter by; empty for the body. */
  private static Optional<String> parameterName(ConstraintViolation<?> violation, Path.Node node) {
    Path.MethodNode method =
        violation.getPropertyPath().iterator().next().as(Path.MethodNode.class);
    int index = node.as(Path.ParameterNode.class).getParameterIndex();
    Class<?>[] types = method.getParameterTypes().toArray(Class<?>[]::new);
    // The class asked may be one that the container made; annotations stand on the one above.
    for (Class<?> at = violation.getRootBeanClass(); at != null; at = at.getSuperclass()) {
      try {
        Annotation[] annotations =
            at.getDeclaredMethod(method.getName(), types).getParameterAnnotations()[index];
        Optional<String> name = ParameterNames.of(annotations);
        if (name.isPresent()) {
          return name.map(given -> given.isEmpty() ? node.getName() : given);
        }
      } catch (NoSuchMethodException e) {
        // Declared further up.
      }
    }
    return Optional.empty();
  }

  private static List<Path.Node> nodes(ConstraintViolation<?> violation) {
    Iterator<Path.Node> nodes = violation.getPropertyPath().iterator();
    List<Path.Node> all = new ArrayList<>();
    nodes.forEachRemaining(all::add);
    return all;
  }
}
