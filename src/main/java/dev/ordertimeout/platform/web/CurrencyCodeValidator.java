package dev.ordertimeout.platform.web;

import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import java.util.Currency;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rule of {@link CurrencyCode}; gold, drawing rights and "no currency" have no minor units. */
public class CurrencyCodeValidator implements ConstraintValidator<CurrencyCode, String> {
  private static final Set<String> CODES =
      Currency.getAvailableCurrencies().stream()
          .filter(currency -> currency.getDefaultFractionDigits() >= 0)
          .map(Currency::getCurrencyCode)
          .collect(Collectors.toUnmodifiableSet());

  @Override
  public boolean isValid(@Nullable String code, ConstraintValidatorContext context) {
    return code == null || CODES.contains(code);
  }
}
