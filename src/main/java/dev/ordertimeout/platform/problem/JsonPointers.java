package dev.ordertimeout.platform.problem;

import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import java.util.List;

/** Spells JSON pointers (RFC 6901) from the paths that libraries report. */
final class JsonPointers {
  /** The whole body. */
  static final String ROOT = "";

  /** Names come from the caller; a longer one is cut, so that an answer stays small. */
  private static final int LONGEST_NAME = 64;

  private JsonPointers() {}

  static String of(List<Reference> path) {
    StringBuilder pointer = new StringBuilder();
    for (Reference step : path) {
      if (step.getFieldName() != null) {
        pointer.append(step(step.getFieldName()));
      } else if (step.getIndex() >= 0) {
        pointer.append(step(String.valueOf(step.getIndex())));
      }
    }
    return pointer.toString();
  }

  /** One step, with its slash. */
  static String step(String name) {
    String cut = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "…" : name;
    return "/" + withoutLoneSurrogates(cut).replace("~", "~0").replace("/", "~1");
  }

  /** Text that can be written as UTF-8: half a character becomes U+FFFD. */
  private static String withoutLoneSurrogates(String text) {
    return text.codePoints()
        .map(c -> Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
