package dev.ordertimeout.platform.web;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Whether bytes may be JSON text at all. JSON travels as UTF-8 (RFC 8259, 8.1); Jackson would also
 * guess at UTF-16 and UTF-32, take a byte order mark, and overlook overlong forms.
 */
final class JsonText {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private JsonText() {}

  /** Whether this is UTF-8, with no mark in front and no NUL, which is how UTF-16 would look. */
  static boolean isUtf8(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.indexOf('\0') < 0 && text.indexOf(BYTE_ORDER_MARK) != 0;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
