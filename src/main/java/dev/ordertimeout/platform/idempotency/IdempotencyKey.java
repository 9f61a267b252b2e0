package dev.ordertimeout.platform.idempotency;

import dev.ordertimeout.platform.problem.ProblemException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The key that came with the current request, if one did. */
@RequestScoped
public class IdempotencyKey {
  public static final String HEADER = "Idempotency-Key";

  /** Most characters. */
  static final int LONGEST = 255;

  /** All that is visible in ASCII: what is not can be changed on the way, or cut off. */
  private static final Pattern FORM = Pattern.compile("[!-~]{1," + LONGEST + "}");

  private final HttpHeaders headers;

  IdempotencyKey(HttpHeaders headers) {
    this.headers = headers;
  }

  /**
   * @throws ProblemException (invalid-request) if it is no key, or if there are several
   */
  Optional<String> value() {
    List<String> given = headers.getRequestHeader(HEADER).stream().distinct().toList();
    if (given.isEmpty()) {
      return Optional.empty();
    }
    if (given.size() > 1) {
      throw ProblemException.invalid("#" + HEADER, "must not be given with several values");
    }
    if (!FORM.matcher(given.get(0)).matches()) {
      throw ProblemException.invalid(
          "#" + HEADER, "must be 1 to " + LONGEST + " visible characters of ASCII");
    }
    return Optional.of(given.get(0));
  }
}
