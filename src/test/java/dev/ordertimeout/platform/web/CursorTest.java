package dev.ordertimeout.platform.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordertimeout.platform.problem.ProblemException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CursorTest {
  private static final Cursor CURSOR =
      new Cursor(
          Instant.parse("2026-01-02T03:04:05.678Z"),
          UUID.fromString("0190a5e8-7f2b-7c3d-9e4f-5a6b7c8d9e0f"));

  @Test
  void a_cursor_comes_back_as_it_was_given_out() {
    assertThat(Cursor.decode(CURSOR.encode())).isEqualTo(CURSOR);
  }

  @Test
  void a_cursor_can_stand_in_a_url() {
    UUID ones = new UUID(-1, -1);
    assertThat(new Cursor(CURSOR.at(), ones).encode()).matches("[A-Za-z0-9_-]{34}");
  }

  @Test
  void no_cursor_is_the_first_page() {
    assertThat(Cursor.decode(null)).isNull();
  }

  @Test
  void what_was_never_given_out_is_refused() {
    String good = CURSOR.encode();
    List<String> wrong =
        List.of(
            "",
            "x",
            "!!",
            good + "A",
            good.substring(1),
            good + "==",
            "B" + good.substring(1),
            good.substring(0, 33) + (char) (good.charAt(33) + 1), // the same bytes, spelt otherwise
            at(-1),
            at(Long.MAX_VALUE),
            at(Long.MIN_VALUE));
    for (String text : wrong) {
      assertThatThrownBy(() -> Cursor.decode(text))
          .as(text)
          .isInstanceOfSatisfying(
              ProblemException.class,
              e -> assertThat(e.errors()).extracting("pointer").containsExactly("#cursor"));
    }
  }

  private static String at(long ms) {
    byte[] bytes = ByteBuffer.allocate(25).put((byte) 1).putLong(ms).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
