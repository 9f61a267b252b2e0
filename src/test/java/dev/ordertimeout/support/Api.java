package dev.ordertimeout.support;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Map;
import java.util.UUID;

/**
 * The HTTP interface of the service under test, as a client sees it. Paths are those beneath its
 * root, percent-encoded where they must be.
 *
 * @param headers that go with every call
 */
public record Api(Map<String, String> headers) {
  private static final String ROOT = "/api/v1";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter RFC_3339 =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  /** Somebody. */
  public static final Api API = new Api(Map.of());

  /** An operator who says so. */
  public static Api operator(String name) {
    return new Api(Map.of("X-Operator", name));
  }

  /** Somebody who sends each request with this key. */
  public static Api withKey(String key) {
    return new Api(Map.of("Idempotency-Key", key));
  }

  public Answer get(String path) {
    return call("GET", path);
  }

  /** Without a body. */
  public Answer post(String path) {
    return call("POST", path);
  }

  public Answer post(String path, String json) {
    return call("POST", path, json);
  }

  public Answer put(String path, String json) {
    return call("PUT", path, json);
  }

  public Answer delete(String path) {
    return call("DELETE", path);
  }

  public Answer call(String method, String path) {
    return Answer.of(ROOT + path, request().request(method, ROOT + path));
  }

  public Answer call(String method, String path, String json) {
    return call(method, path, json.getBytes(StandardCharsets.UTF_8));
  }

  public Answer call(String method, String path, byte[] json) {
    return Answer.of(
        ROOT + path,
        request().contentType(ContentType.JSON).body(json).request(method, ROOT + path));
  }

  /** The id of what the answer shows. */
  public static UUID id(JsonNode shown) {
    return UUID.fromString(shown.get("id").textValue());
  }

  /** How the interface writes a time. */
  public static String time(Instant at) {
    return RFC_3339.format(at);
  }

  /** Parses what a test expects. */
  public static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("No JSON: " + text, e);
    }
  }

  private RequestSpecification request() {
    return given().urlEncodingEnabled(false).headers(headers);
  }
}
