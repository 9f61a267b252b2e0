package dev.ordertimeout.platform.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRulesTest {
  private final ObjectMapper json = new ObjectMapper();

  record Sample(int count, Long amount, String text, Boolean flag, List<String> list) {}

  @BeforeEach
  void apply_over_the_modules_of_the_framework() {
    json.registerModule(new JavaTimeModule());
    new JsonRules().customize(json);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-02T03:04:05.678Z, 2026-01-02T03:04:05.678Z",
    "2026-01-02T03:04:05Z, 2026-01-02T03:04:05.000Z",
    "2026-01-02T03:04:05.1Z, 2026-01-02T03:04:05.100Z",
    "2026-01-02T03:04:05.999999999Z, 2026-01-02T03:04:05.999Z",
    "2026-01-02T03:04:05.678+05:30, 2026-01-01T21:34:05.678Z",
    "2024-02-29T23:59:59.999-11:00, 2024-03-01T10:59:59.999Z"
  })
  void a_time_is_read_with_any_offset_and_written_in_utc_with_ms(String given, String written)
      throws JsonProcessingException {
    Instant time = json.readValue("\"" + given + "\"", Instant.class);

    assertThat(time).isEqualTo(Instant.parse(written));
    assertThat(json.writeValueAsString(Map.of("at", time)))
        .isEqualTo("{\"at\":\"" + written + "\"}");
  }

  @Test
  void a_duration_is_iso_text() throws JsonProcessingException {
    assertThat(json.writeValueAsString(Duration.ofMinutes(30))).isEqualTo("\"PT30M\"");
    assertThat(json.readValue("\"PT30M\"", Duration.class)).isEqualTo(Duration.ofMinutes(30));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"count\":\"1\"}",
        "{\"count\":1.0}",
        "{\"count\":true}",
        "{\"count\":null}",
        "{}",
        "{\"count\":1,\"amount\":\"\"}",
        "{\"count\":1,\"text\":1}",
        "{\"count\":1,\"text\":true}",
        "{\"count\":1,\"flag\":0}",
        "{\"count\":1,\"flag\":\"true\"}",
        "{\"count\":1,\"list\":[null]}",
        "{\"count\":1,\"list\":\"a\"}",
        "{\"count\":1,\"list\":\"\"}",
        "{\"count\":1,\"other\":1}",
        "{\"count\":1,\"count\":1}",
        "{\"count\":1}{}",
        "\"\""
      })
  void what_is_not_exactly_right_is_refused(String text) {
    assertThatThrownBy(() -> json.readValue(text, Sample.class))
        .isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void what_is_exactly_right_is_read() throws JsonProcessingException {
    String text = "{\"count\":1,\"amount\":2,\"text\":\"a\",\"flag\":true,\"list\":[\"b\"]}";

    assertThat(json.readValue(text, Sample.class))
        .isEqualTo(new Sample(1, 2L, "a", true, List.of("b")));
  }
}
