package dev.ordertimeout.platform.problem;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says where and why a body could not be read as JSON of the right shape. Jackson's own messages
 * name classes and switches of Jackson, so none of them is passed on.
 */
final class UnreadableBody {
  private UnreadableBody() {}

  static ProblemException toProblem(JacksonException failure) {
    StreamReadException syntax = cause(failure, StreamReadException.class);
    JsonMappingException mapping = cause(failure, JsonMappingException.class);
    String path = mapping == null ? JsonPointers.ROOT : JsonPointers.of(mapping.getPath());
    if (syntax instanceof InputCoercionException range) {
      return ProblemException.invalid(path, Expected.rangeOf(range.getTargetType()));
    }
    if (syntax != null) {
      return ProblemException.invalid(where(syntax, path), syntax(syntax));
    }
    StreamConstraintsException limit = cause(failure, StreamConstraintsException.class);
    if (limit != null) {
      return ProblemException.invalid(path, limit(limit.getOriginalMessage()));
    }
    return ProblemException.invalid(path, shape(mapping));
  }

  private static String shape(@Nullable JsonMappingException mapping) {
    if (mapping instanceof UnrecognizedPropertyException unknown) {
      return "is not a known field; known are " + names(unknown.getKnownPropertyIds());
    }
    if (mapping instanceof InvalidNullException) {
      return "must not be null";
    }
    if (mapping instanceof MismatchedInputException mismatch) {
      String message = String.valueOf(mismatch.getOriginalMessage());
      if (message.startsWith("Trailing token")) {
        return "is followed by more text";
      }
      // The only way to tell a null or absent number from one of another type.
      boolean isNull = message.startsWith("Cannot map `null`");
      return isNull ? "is required" : Expected.of(mismatch.getTargetType());
    }
    return Expected.of(null);
  }

  private static String syntax(StreamReadException failure) {
    String message = String.valueOf(failure.getOriginalMessage());
    if (message.startsWith("Duplicate field")) {
      return "is given twice";
    }
    JsonLocation at = failure.getLocation();
    String place =
        at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    // Not every one of them is a JsonEOFException.
    return (message.startsWith("Unexpected end") ? "ends too early" : "is not valid JSON") + place;
  }

  /** The place the parser had come to; beats the path, which ends at the last whole value. */
  private static String where(StreamReadException failure, String path) {
    JsonParser parser = failure.getProcessor();
    if (parser != null) {
      StringBuilder pointer = new StringBuilder();
      for (var step = parser.getParsingContext(); step != null; step = step.getParent()) {
        if (step.inObject() && step.hasCurrentName()) {
          pointer.insert(0, JsonPointers.step(step.getCurrentName()));
        } else if (step.inArray() && step.hasCurrentIndex()) {
          pointer.insert(0, JsonPointers.step(String.valueOf(step.getCurrentIndex())));
        }
      }
      return pointer.toString();
    }
    return path;
  }

  private static String limit(@Nullable String message) {
    String text = String.valueOf(message);
    if (text.startsWith("Document nesting depth")) {
      return "is nested too deeply";
    }
    return text.startsWith("Number")
        ? "holds a number that is too long"
        : "holds a text that is too long";
  }

  private static String names(@Nullable Collection<Object> known) {
    return known == null
        ? "none"
        : known.stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
  }

  private static <T extends Throwable> @Nullable T cause(Throwable failure, Class<T> type) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return type.cast(at);
      }
    }
    return null;
  }
}
