package dev.ordertimeout.platform.problem;

import java.util.List;
import java.util.Map;

/** Ends a request with a problem. Thrown inside a transaction, it rolls the transaction back. */
public class ProblemException extends RuntimeException {
  private final ProblemCode code;
  private final transient List<FieldError> errors;
  private final transient Map<String, Object> extensions;

  private ProblemException(
      ProblemCode code, String detail, List<FieldError> errors, Map<String, Object> extensions) {
    super(detail, null, false, false);
    this.code = code;
    this.errors = errors;
    this.extensions = extensions;
  }

  /**
   * A problem that its code and one sentence tell.
   *
   * @param detail one sentence for the caller, with the ids it is about
   */
  public ProblemException(ProblemCode code, String detail) {
    this(code, detail, List.of(), Map.of());
  }

  /**
   * A problem that carries more than its sentence.
   *
   * @param extensions further members of the problem's body, by name
   */
  public ProblemException(ProblemCode code, String detail, Map<String, Object> extensions) {
    this(code, detail, List.of(), extensions);
  }

  /**
   * A request that is wrong at one place; {@code pointer} is a JSON pointer such as /lines/0/sku.
   */
  public static ProblemException invalid(String pointer, String detail) {
    return invalid(List.of(new FieldError(pointer, detail)));
  }

  /** A request that is wrong at one or more places. */
  public static ProblemException invalid(List<FieldError> errors) {
    return new ProblemException(
        ProblemCode.INVALID_REQUEST, errors.get(0).sentence(), List.copyOf(errors), Map.of());
  }

  public ProblemCode code() {
    return code;
  }

  public List<FieldError> errors() {
    return errors;
  }

  public Map<String, Object> extensions() {
    return extensions;
  }

  /**
   * One wrong place of a request.
   *
   * @param pointer JSON pointer into the body (empty: all of it), or '#' and the name of a
   *     parameter
   * @param detail what is wrong there, without its subject: "must be a whole number"
   */
  public record FieldError(String pointer, String detail) {
    String sentence() {
      return (pointer.isEmpty() ? "The body" : pointer) + " " + detail;
    }
  }
}
