package dev.ordertimeout.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A caller as it should be: who gets no answer, a 503, or a 409 for a key in use asks again, with
 * the same key. What went wrong on the way is counted.
 */
final class Caller {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration ONE_TRY = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Set<Integer> ASK_AGAIN = Set.of(503, 429);
  private static final long UNLESS_TOLD_MS = 200;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();
  private final Supplier<URI> next;
  private final Troubles troubles;

  /**
   * @param next where each try goes
   */
  Caller(Supplier<URI> next, Troubles troubles) {
    this.next = next;
    this.troubles = troubles;
  }

  /** An answer that settles the matter. */
  record Answer(int status, JsonNode body) {}

  /** Asks until it is answered; fails when nobody answers for a minute. */
  CompletableFuture<Answer> post(String path, Object body, String key) {
    return attempt(path, write(body), key, System.nanoTime() + PATIENCE.toNanos());
  }

  private CompletableFuture<Answer> attempt(String path, String body, String key, long giveUp) {
    HttpRequest request =
        HttpRequest.newBuilder(next.get().resolve(path))
            .timeout(ONE_TRY)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body))
            .build();
    return http.sendAsync(request, BodyHandlers.ofString())
        .handle(
            (response, failure) -> {
              if (failure != null) {
                troubles.unanswered(failure);
              } else if (!asksForMore(response)) {
                troubles.answered(response);
                return CompletableFuture.completedFuture(
                    new Answer(response.statusCode(), read(response.body())));
              } else {
                troubles.answered(response);
              }
              if (System.nanoTime() > giveUp) {
                return CompletableFuture.<Answer>failedFuture(
                    new AssertionError("no answer for a minute: POST " + path));
              }
              return CompletableFuture.supplyAsync(() -> body, after(response))
                  .thenCompose(again -> attempt(path, again, key, giveUp));
            })
        .thenCompose(answer -> answer);
  }

  /** As long as the answer says, or a moment if there was none. */
  private static Executor after(HttpResponse<String> response) {
    long ms =
        Optional.ofNullable(response)
            .flatMap(answer -> answer.headers().firstValue("Retry-After"))
            .map(seconds -> Long.parseLong(seconds) * 1_000)
            .orElse(UNLESS_TOLD_MS);
    return CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS);
  }

  private static boolean asksForMore(HttpResponse<String> response) {
    return ASK_AGAIN.contains(response.statusCode())
        || (response.statusCode() == 409
            && read(response.body()).path("code").asText().equals("idempotency-key-in-use"));
  }

  private static String write(Object body) {
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode read(String body) {
    try {
      return JSON.readTree(body.isEmpty() ? "{}" : body);
    } catch (JsonProcessingException e) {
      throw new AssertionError("No JSON: " + body, e);
    }
  }

  /** A body that POST takes. */
  static Map<String, Object> body(Object... namesAndValues) {
    Map<String, Object> body = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      body.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return body;
  }
}
