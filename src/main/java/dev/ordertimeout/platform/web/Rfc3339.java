package dev.ordertimeout.platform.web;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Pattern;

/** Times as callers see and give them. */
public final class Rfc3339 {
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** The JDK's own form also takes times without seconds and offsets with seconds. */
  private static final Pattern FORM =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)");

  /** An offset can carry a time across these, where it could be read but not written. */
  private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  private Rfc3339() {}

  /** Always in UTC and with exactly three digits: {@code 2026-01-02T03:04:05.000Z}. */
  public static String format(Instant time) {
    return MILLIS.format(time);
  }

  /**
   * Reads a time with any offset. What is finer than a ms is cut off, as nothing here is.
   *
   * @throws DateTimeException if it is no such time
   */
  public static Instant parse(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new DateTimeException("Not an RFC 3339 time");
    }
    Instant time = OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
    if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
      throw new DateTimeException("Its year has not four digits in UTC");
    }
    return time;
  }
}
