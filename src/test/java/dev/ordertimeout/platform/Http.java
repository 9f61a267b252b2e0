package dev.ordertimeout.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Sends exactly the bytes and headers it is told to, which clients with good manners do not. */
public final class Http {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI base;

  public Http(URI base) {
    this.base = base;
  }

  public HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, BodyPublishers.noBody(), headers);
  }

  public HttpResponse<String> postJson(String path, String body) {
    return postJson(path, body.getBytes(StandardCharsets.UTF_8));
  }

  public HttpResponse<String> postJson(String path, byte[] body) {
    BodyPublisher bytes = BodyPublishers.ofByteArray(body);
    return send("POST", path, bytes, "Content-Type", "application/json");
  }

  public HttpResponse<String> send(
      String method, String path, BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path))
            .method(method, body)
            .timeout(Duration.ofSeconds(20));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public static JsonNode json(HttpResponse<String> response) {
    try {
      return JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("No JSON: " + response.body(), e);
    }
  }
}
