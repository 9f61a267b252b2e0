package dev.ordertimeout.platform.problem;

import io.netty.handler.codec.http.HttpResponseStatus;

/** The problems of requests that no part of the service looked at more closely than HTTP does. */
final class StatusProblems {
  private StatusProblems() {}

  /** The problem of a status from 400 up. */
  static Problem of(int status, String path) {
    return switch (status) {
      case 400 -> problem(ProblemCode.INVALID_REQUEST, "The request is malformed.", path);
      case 404 -> problem(ProblemCode.NOT_FOUND, "Nothing is served at this path.", path);
      case 405 ->
          problem(ProblemCode.METHOD_NOT_ALLOWED, "This path does not take that method.", path);
      case 406 ->
          problem(
              ProblemCode.NOT_ACCEPTABLE,
              "The answer is application/json, which the request does not accept.",
              path);
      case 413 -> problem(ProblemCode.BODY_TOO_LARGE, "The body is too large.", path);
      case 415 ->
          problem(ProblemCode.UNSUPPORTED_MEDIA_TYPE, "The body must be application/json.", path);
      default -> Problem.ofStatus(status, HttpResponseStatus.valueOf(status).reasonPhrase(), path);
    };
  }

  private static Problem problem(ProblemCode code, String detail, String path) {
    return Problem.of(new ProblemException(code, detail), path);
  }
}
