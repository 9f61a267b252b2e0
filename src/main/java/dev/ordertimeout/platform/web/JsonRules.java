package dev.ordertimeout.platform.web;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;

/**
 * How JSON is read: what is not exactly what a field holds is refused, never guessed at. A "2" is
 * no number, a 1.5 no whole number, an unknown or doubled field no field.
 */
@Singleton
class JsonRules implements ObjectMapperCustomizer {
  private static final int DEEPEST_NESTING = 32;
  private static final int LONGEST_NUMBER = 1000;
  private static final int LONGEST_TEXT = 1 << 20;

  @Override
  public void customize(ObjectMapper mapper) {
    limit(mapper.getFactory());
    mapper.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    mapper.enable(
        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
        DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS);
    mapper.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
    mapper.setDefaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL));
    refuseCoercions(mapper);
    mapper.registerModule(new TimeModule());
  }

  /** After the modules of the framework, whose reading of times is more lenient. */
  @Override
  public int priority() {
    return ObjectMapperCustomizer.MINIMUM_PRIORITY;
  }

  /** Ample for what this service itself writes; the size of a request's body is bounded before. */
  private static void limit(JsonFactory factory) {
    factory.setStreamReadConstraints(
        StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST_NESTING)
            .maxNumberLength(LONGEST_NUMBER)
            .maxStringLength(LONGEST_TEXT)
            .build());
  }

  private static void refuseCoercions(ObjectMapper mapper) {
    for (CoercionInputShape shape : CoercionInputShape.values()) {
      mapper.coercionConfigDefaults().setCoercion(shape, CoercionAction.Fail);
    }
    // Text takes scalars by its own rule, whatever the defaults say.
    for (CoercionInputShape scalar :
        new CoercionInputShape[] {
          CoercionInputShape.Boolean, CoercionInputShape.Integer, CoercionInputShape.Float
        }) {
      mapper.coercionConfigFor(LogicalType.Textual).setCoercion(scalar, CoercionAction.Fail);
    }
  }
}
