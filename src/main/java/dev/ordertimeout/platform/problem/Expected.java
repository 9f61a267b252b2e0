package dev.ordertimeout.platform.problem;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in a caller's words what a value of a Java type looks like. */
public final class Expected {
  private static final Set<Class<?>> WHOLE_NUMBERS =
      Set.of(
          int.class,
          Integer.class,
          long.class,
          Long.class,
          short.class,
          Short.class,
          byte.class,
          Byte.class,
          BigInteger.class);

  private static final Map<Class<?>, String> SENTENCES =
      Map.of(
          String.class, "must be text",
          boolean.class, "must be true or false",
          Boolean.class, "must be true or false",
          UUID.class, "must be a UUID such as 0190a5e8-7f2b-7c3d-9e4f-5a6b7c8d9e0f",
          Instant.class, "must be a time such as 2026-01-02T03:04:05.678Z",
          Duration.class, "must be a duration such as PT30M");

  private Expected() {}

  /** A sentence without its subject: "must be a whole number". */
  public static String of(@Nullable Class<?> type) {
    if (type == null) {
      return "has a value that is not allowed";
    }
    String sentence = SENTENCES.get(type);
    if (sentence != null) {
      return sentence;
    }
    if (WHOLE_NUMBERS.contains(type)) {
      return "must be a whole number";
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return "must be a number";
    }
    if (type.isEnum()) {
      return oneOf(type);
    }
    boolean isList = type.isArray() || Collection.class.isAssignableFrom(type);
    return isList ? "must be an array" : "must be an object";
  }

  /** For a whole number beyond what the type can hold. */
  static String rangeOf(@Nullable Class<?> type) {
    if (type == int.class || type == Integer.class) {
      return "must be a whole number from -2147483648 to 2147483647";
    }
    if (type == long.class || type == Long.class) {
      return "must be a whole number from -9223372036854775808 to 9223372036854775807";
    }
    return "is too large a number";
  }

  private static String oneOf(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name())
        .collect(Collectors.joining(", ", "must be one of ", ""));
  }
}
