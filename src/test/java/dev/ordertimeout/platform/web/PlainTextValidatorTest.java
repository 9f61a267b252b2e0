package dev.ordertimeout.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextValidatorTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "a b", "张伟", "é", "👩‍👩‍👧", "a\u00a0b", "<script>", "'; --"})
  void text_that_can_be_seen_is_plain(String text) {
    assertThat(PlainTextValidator.isPlain(text, 64)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\u3000",
        "\u200b",
        " a",
        "a ",
        "a\u00a0",
        "\ufeff",
        "a\u0000",
        "a\u001bb",
        "a\nb",
        "a\u0085b",
        "a\u2028b",
        "\ud800",
        "\udc00a",
        "a\ud83d",
        "a\ufffdb",
        "\ttab"
      })
  void text_that_something_chokes_on_is_not(String text) {
    assertThat(PlainTextValidator.isPlain(text, 64)).isFalse();
  }

  @Test
  void characters_are_counted_and_not_the_halves_of_them() {
    assertThat(PlainTextValidator.isPlain("😀".repeat(64), 64)).isTrue();
    assertThat(PlainTextValidator.isPlain("😀".repeat(65), 64)).isFalse();
    assertThat(PlainTextValidator.isPlain("x".repeat(65), 64)).isFalse();
  }
}
