package dev.ordertimeout.platform.idempotency;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Tells requests apart by what they ask for: white space, the order of fields, and fields that are
 * null or absent make no difference, nor does a field that a later version adds.
 */
@Singleton
class Fingerprints {
  private static final String NOTHING_ASKED = "{}";

  private final ObjectMapper json;
  private final ObjectWriter canonical;

  Fingerprints(ObjectMapper json) {
    this.json = json;
    canonical =
        json.writer()
            .with(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
            .without(JsonNodeFeature.WRITE_NULL_PROPERTIES);
  }

  /**
   * @param request as it was parsed; null if it had no body
   */
  String of(@Nullable Object request) {
    try {
      return sha256(
          request == null
              ? NOTHING_ASKED
              : canonical.writeValueAsString(json.<JsonNode>valueToTree(request)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A request that was read cannot be written", e);
    }
  }

  /** In hex. */
  static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }
}
