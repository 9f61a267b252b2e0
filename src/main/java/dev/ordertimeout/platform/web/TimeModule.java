package dev.ordertimeout.platform.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** Times as RFC 3339 in UTC with ms, durations as ISO 8601; both only ever as text. */
class TimeModule extends SimpleModule {
  TimeModule() {
    super("order-timeout-times");
    addSerializer(Instant.class, new AsText<>(Rfc3339::format));
    addSerializer(Duration.class, new AsText<>(Duration::toString));
    addDeserializer(Instant.class, new FromText<>(Instant.class, Rfc3339::parse));
    addDeserializer(Duration.class, new FromText<>(Duration.class, Duration::parse));
  }

  private static final class AsText<T> extends JsonSerializer<T> {
    private final Function<T, String> format;

    AsText(Function<T, String> format) {
      this.format = format;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializerProvider context)
        throws IOException {
      out.writeString(format.apply(value));
    }
  }

  private static final class FromText<T> extends StdScalarDeserializer<T> {
    private final Class<T> type;
    private final transient Function<String, T> parse;

    FromText(Class<T> type, Function<String, T> parse) {
      super(type);
      this.type = type;
      this.parse = parse;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
      if (!in.hasToken(JsonToken.VALUE_STRING)) {
        return type.cast(context.handleUnexpectedToken(type, in));
      }
      String text = in.getText();
      try {
        return parse.apply(text);
      } catch (DateTimeException e) {
        return type.cast(context.handleWeirdStringValue(type, text, "not the expected form"));
      }
    }
  }
}
