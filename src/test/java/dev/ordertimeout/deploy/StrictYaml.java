package dev.ordertimeout.deploy;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads one YAML document as strictly as the servers that get it: an unknown field, a doubled key,
 * a number where text belongs and a second document are errors.
 */
final class StrictYaml {

  private static final ObjectMapper MAPPER = mapper();

  private StrictYaml() {}

  static <T> T read(Path file, Class<T> type) throws IOException {
    return read(Files.readString(file), type);
  }

  static <T> T read(String yaml, Class<T> type) throws IOException {
    try (MappingIterator<T> documents = MAPPER.readerFor(type).readValues(yaml)) {
      T only = documents.nextValue();
      if (documents.hasNextValue()) {
        throw new IOException("more than one document");
      }
      return only;
    }
  }

  static JsonNode tree(Path file) throws IOException {
    return read(file, JsonNode.class);
  }

  private static ObjectMapper mapper() {
    YAMLMapper mapper =
        YAMLMapper.builder(
                YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
            .annotationIntrospector(new NoRoomForUnknownFields())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
            .build();
    for (CoercionInputShape shape :
        new CoercionInputShape[] {
          CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean
        }) {
      mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
    }
    return mapper;
  }

  /** The Kubernetes model would keep unknown fields aside; here they are mistakes. */
  private static final class NoRoomForUnknownFields extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return Boolean.FALSE;
    }
  }
}
