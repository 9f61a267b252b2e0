package dev.ordertimeout.platform.problem;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.ordertimeout.platform.problem.ProblemException.FieldError;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The body of an answer that says why a request was not served, as RFC 9457 has it.
 *
 * @param type a URI that names the kind of problem and never changes
 * @param title the kind of problem, for people
 * @param status the HTTP status, repeated for those who only see the body
 * @param detail what went wrong this time, for people
 * @param instance the path that was asked for
 * @param code the kind of problem, for programs
 * @param errors the wrong places of the request; absent from the body when there are none
 * @param extensions further members of the body, by name
 */
@JsonPropertyOrder({"type", "title", "status", "detail", "instance", "code", "errors"})
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    String instance,
    String code,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldError> errors,
    @JsonIgnore Map<String, Object> extensions) {

  public static final String MEDIA_TYPE = "application/problem+json";

  private static final String TYPE_PREFIX = "urn:order-timeout:problem:";

  /** Says what the exception says, about a request to {@code instance}. */
  public static Problem of(ProblemException failure, String instance) {
    ProblemCode code = failure.code();
    return new Problem(
        TYPE_PREFIX + code.code(),
        code.title(),
        code.status(),
        String.valueOf(failure.getMessage()),
        instance,
        code.code(),
        failure.errors(),
        failure.extensions());
  }

  /** A problem that HTTP itself has a name for and this service adds nothing to. */
  static Problem ofStatus(int status, String reason, String instance) {
    String code = reason.toLowerCase(Locale.ROOT).replace(' ', '-');
    return new Problem("about:blank", reason, status, reason, instance, code, List.of(), Map.of());
  }

  @JsonAnyGetter
  Map<String, Object> furtherMembers() {
    return extensions;
  }
}
