package dev.ordertimeout.platform.web;

import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import org.jspecify.annotations.Nullable;

/** The rule of {@link PlainText}. */
public class PlainTextValidator implements ConstraintValidator<PlainText, String> {
  private int max;

  @Override
  public void initialize(PlainText constraint) {
    max = constraint.max();
  }

  @Override
  public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
    return text == null || isPlain(text, max);
  }

  /**
   * For texts that no constraint can stand on.
   *
   * @param max most code points
   */
  public static boolean isPlain(String text, int max) {
    return text.length() <= 2L * max
        && text.codePointCount(0, text.length()) <= max
        && text.codePoints().allMatch(PlainTextValidator::isAllowed)
        && text.codePoints().anyMatch(PlainTextValidator::isVisible)
        && !isSpace(text.codePointAt(0))
        && !isSpace(text.codePointBefore(text.length()));
  }

  /**
   * A lone surrogate is half a character: PostgreSQL and UTF-8 have no way to write it. U+FFFD is
   * what is left of bytes that were no UTF-8.
   */
  private static boolean isAllowed(int codePoint) {
    if (codePoint == 0xFFFD) {
      return false;
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static boolean isVisible(int codePoint) {
    return !isSpace(codePoint) && Character.getType(codePoint) != Character.FORMAT;
  }

  private static boolean isSpace(int codePoint) {
    return Character.isSpaceChar(codePoint) || Character.isWhitespace(codePoint);
  }
}
