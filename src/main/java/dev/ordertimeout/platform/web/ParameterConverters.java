package dev.ordertimeout.platform.web;

import dev.ordertimeout.platform.problem.Expected;
import dev.ordertimeout.platform.problem.ParameterNames;
import dev.ordertimeout.platform.problem.ProblemException;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads path, query and header parameters as strictly as bodies are read. The framework takes a
 * value that cannot be read for a path that does not exist, and "1-1-1-1-1" for a UUID.
 */
@Provider
public class ParameterConverters implements ParamConverterProvider {
  private static final Pattern UUID_FORM =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,19}");

  private static final Map<Class<?>, Function<String, ?>> READERS =
      Map.of(
          UUID.class, text -> UUID.fromString(matching(UUID_FORM, text)),
          int.class, text -> Integer.valueOf(matching(WHOLE_NUMBER, text)),
          Integer.class, text -> Integer.valueOf(matching(WHOLE_NUMBER, text)),
          long.class, text -> Long.valueOf(matching(WHOLE_NUMBER, text)),
          Long.class, text -> Long.valueOf(matching(WHOLE_NUMBER, text)));

  private final UriInfo request;

  ParameterConverters(UriInfo request) {
    this.request = request;
  }

  @Override
  public <T> @Nullable ParamConverter<T> getConverter(
      Class<T> type, Type genericType, Annotation[] annotations) {
    Function<String, ?> reader = type.isEnum() ? text -> constant(type, text) : READERS.get(type);
    if (reader == null) {
      return null;
    }
    String name = ParameterNames.of(annotations).orElse("");
    return new Strict<>(type, name, reader, request);
  }

  private static String matching(Pattern form, String text) {
    if (!form.matcher(text).matches()) {
      throw new IllegalArgumentException("Not of the form " + form);
    }
    return text;
  }

  private static Object constant(Class<?> type, String text) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("Not a constant of " + type);
  }

  private record Strict<T>(Class<T> type, String name, Function<String, ?> reader, UriInfo request)
      implements ParamConverter<T> {
    @Override
    @SuppressWarnings("unchecked") // Class.cast knows nothing of int
    public @Nullable T fromString(@Nullable String text) {
      if (text == null) {
        return null;
      }
      try {
        return (T) reader.apply(text);
      } catch (IllegalArgumentException e) {
        throw ProblemException.invalid("#" + nameFor(text), Expected.of(type));
      }
    }

    @Override
    public String toString(T value) {
      return String.valueOf(value);
    }

    /** Where the annotation leaves the name to Java, the value tells which parameter it was. */
    private String nameFor(String text) {
      return name.isEmpty()
          ? Stream.of(request.getPathParameters(), request.getQueryParameters())
              .flatMap(parameters -> parameters.entrySet().stream())
              .filter(parameter -> parameter.getValue().contains(text))
              .map(Map.Entry::getKey)
              .findFirst()
              .orElse(name)
          : name;
    }
  }
}
