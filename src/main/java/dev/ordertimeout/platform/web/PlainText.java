package dev.ordertimeout.platform.web;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * For every text a caller gives: something to see, nothing that a database, a log or a terminal
 * chokes on. Null passes; {@code @NotNull} is separate.
 */
@Documented
@Constraint(validatedBy = PlainTextValidator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE_USE})
public @interface PlainText {
  /** Most code points. */
  int max();

  String message() default
      "must be 1 to {max} characters, none of them a control character, no space at either end";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}
