package dev.ordertimeout.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.ConstraintValidator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurrencyCodeValidatorTest {
  private final ConstraintValidator<CurrencyCode, String> validator = new CurrencyCodeValidator();

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "EUR,true",
        "JPY,true",
        "KWD,true",
        "null,true",
        "eur,false",
        "XXX1,false",
        "XXX,false",
        "XAU,false",
        "ABC,false",
        "'',false",
        "'EUR ',false"
      })
  void a_currency_is_one_that_has_minor_units(String code, boolean valid) {
    assertThat(validator.isValid(code, null)).isEqualTo(valid);
  }
}
