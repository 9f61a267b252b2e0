package dev.ordertimeout.platform.web;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A currency of ISO 4217 that has minor units, in capitals. Null passes. */
@Documented
@Constraint(validatedBy = CurrencyCodeValidator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE_USE})
public @interface CurrencyCode {
  String message() default "must be an ISO 4217 currency such as EUR";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}
