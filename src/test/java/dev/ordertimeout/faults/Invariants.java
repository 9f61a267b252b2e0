package dev.ordertimeout.faults;

import dev.ordertimeout.support.Observer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The queries of {@code invariants.sql}, each of which finds what must not be. */
final class Invariants {
  private static final Pattern QUERY =
      Pattern.compile("^-- ((?:S|L)\\d .*)\\n((?:(?!-- [SL]\\d ).*\\n)*)", Pattern.MULTILINE);
  private static final int MOST_SHOWN = 5;

  private static final Map<String, String> QUERIES = read();

  private Invariants() {}

  /** What is violated, with some of the ids; empty if nothing is. */
  static List<String> violations(Observer observer) {
    List<String> violations = new ArrayList<>();
    QUERIES.forEach(
        (title, query) -> {
          List<String> found = observer.column(query);
          if (!found.isEmpty()) {
            violations.add(
                title
                    + ": "
                    + found.size()
                    + ", such as "
                    + found.subList(0, Math.min(MOST_SHOWN, found.size())));
          }
        });
    return violations;
  }

  static Map<String, String> queries() {
    return QUERIES;
  }

  private static Map<String, String> read() {
    try (InputStream file = Invariants.class.getResourceAsStream("/invariants.sql")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      Map<String, String> queries = new LinkedHashMap<>();
      Matcher query = QUERY.matcher(text);
      while (query.find()) {
        queries.put(query.group(1), query.group(2).strip().replaceFirst(";$", ""));
      }
      return queries;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
