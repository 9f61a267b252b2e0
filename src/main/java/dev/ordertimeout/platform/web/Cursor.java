package dev.ordertimeout.platform.web;

import dev.ordertimeout.platform.problem.ProblemException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a page of a list ends and the next begins: the sort key of the last item shown. Callers get
 * it as opaque text and give it back.
 *
 * @param at ms precision
 */
public record Cursor(Instant at, UUID id) {
  /** First byte; another layout takes another, and cursors of the old one are refused. */
  private static final byte VERSION = 1;

  private static final int LENGTH = 1 + Long.BYTES + 2 * Long.BYTES;

  /** The end of the year 9999, ms since 1970: no time here is later or before 1970. */
  private static final long LATEST = 253_402_300_799_999L;

  /**
   * Reads what {@link #encode} wrote.
   *
   * @param text as a caller gives it; null for the first page
   * @throws ProblemException (invalid-request) if it never came from {@link #encode}
   */
  public static @Nullable Cursor decode(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Cursor cursor = read(text);
    // Base64 has more than one spelling of the same bytes; only the one given out counts.
    if (cursor == null || !cursor.encode().equals(text)) {
      throw ProblemException.invalid("#cursor", "must be a nextCursor of an earlier page");
    }
    return cursor;
  }

  /** Text of 34 characters that can stand in a URL. */
  public String encode() {
    byte[] bytes =
        ByteBuffer.allocate(LENGTH)
            .put(VERSION)
            .putLong(at.toEpochMilli())
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static @Nullable Cursor read(String text) {
    ByteBuffer bytes;
    try {
      bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      return null;
    }
    if (bytes.remaining() != LENGTH || bytes.get() != VERSION) {
      return null;
    }
    long ms = bytes.getLong();
    boolean isTime = 0 <= ms && ms <= LATEST;
    return isTime
        ? new Cursor(Instant.ofEpochMilli(ms), new UUID(bytes.getLong(), bytes.getLong()))
        : null;
  }
}
