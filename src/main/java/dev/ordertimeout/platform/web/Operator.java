package dev.ordertimeout.platform.web;

import dev.ordertimeout.platform.problem.ProblemException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.core.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Who is behind the current request to an operator's endpoint. The only place that knows how that
 * is found out: today the caller says so and is believed; an identity takes its place here.
 */
@RequestScoped
public class Operator {
  public static final String HEADER = "X-Operator";
  public static final String UNIDENTIFIED = "unidentified";

  private static final int LONGEST_NAME = 100;

  private final HttpHeaders headers;

  Operator(HttpHeaders headers) {
    this.headers = headers;
  }

  /**
   * The operator's name, for the record of what they do.
   *
   * @return {@value #UNIDENTIFIED} when the request does not say
   * @throws ProblemException (invalid-request) if it says something that is no name
   */
  public String name() {
    String given = headers.getHeaderString(HEADER);
    if (given == null) {
      return UNIDENTIFIED;
    }
    String name = decode(given);
    if (!PlainTextValidator.isPlain(name, LONGEST_NAME)) {
      throw ProblemException.invalid(
          "#" + HEADER, "must be 1 to " + LONGEST_NAME + " characters without control characters");
    }
    return name;
  }

  /** Headers arrive as one char a byte, while names are written in UTF-8. */
  private static String decode(String header) {
    byte[] bytes = header.getBytes(StandardCharsets.ISO_8859_1);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return header;
    }
  }
}
