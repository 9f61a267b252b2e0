package dev.ordertimeout.platform.web;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How many items of a list a caller may ask for; use with {@code @DefaultValue(PageLimit.DEFAULT)}.
 */
@Min(1)
@Max(PageLimit.MOST)
@ReportAsSingleViolation
@Documented
@Constraint(validatedBy = {})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.FIELD})
public @interface PageLimit {
  int MOST = 100;

  /** As text, which is what {@code @DefaultValue} takes. */
  String DEFAULT = "20";

  String message() default "must be 1 to " + MOST;

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}
