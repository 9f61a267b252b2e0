package dev.ordertimeout.platform.idempotency;

import static dev.ordertimeout.platform.idempotency.KeysInTests.isReplayed;
import static dev.ordertimeout.platform.idempotency.KeysInTests.pears;
import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.id;
import static dev.ordertimeout.support.Api.withKey;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.platform.idempotency.KeysInTests.Seen;
import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Api;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every POST there is takes a key: it does its work once and answers a repeat the same. */
@QuarkusTest
class EveryPostTest {
  /** Each by its path in the OpenAPI document; what it does is counted by the query. */
  private static final Map<String, Post> POSTS =
      Map.of(
          "/orders",
          new Post(201, "SELECT count(*) FROM orders WHERE customer_id = 'zoe'"),
          "/orders/{id}/payments",
          new Post(201, "SELECT count(*) FROM payment WHERE reference = 'r-1'"),
          "/orders/{id}/cancel",
          new Post(200, "SELECT count(*) FROM operator_action WHERE what = 'CANCEL_ORDER'"),
          "/orders/{id}/grab",
          new Post(200, "SELECT count(*) FROM order_event WHERE type = 'GRABBED'"),
          "/refunds/{paymentId}/complete",
          new Post(200, "SELECT count(*) FROM operator_action WHERE what = 'COMPLETE_REFUND'"),
          "/admin/dead-tasks/{id}/retry",
          new Post(204, "SELECT count(*) FROM operator_action WHERE what = 'RETRY_TASK'"),
          "/admin/timeouts/{kind}/pause",
          new Post(200, "SELECT count(*) FROM operator_action WHERE what = 'PAUSE'"),
          "/admin/timeouts/{kind}/resume",
          new Post(200, "SELECT count(*) FROM operator_action WHERE what = 'RESUME'"),
          "/admin/reconciliations",
          new Post(202, "SELECT count(*) FROM reconciliation_run"));

  private record Post(int status, String done) {}

  @Inject Shop shop;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @AfterEach
  void awaitRuns() {
    await()
        .until(
            () ->
                shop.count("SELECT count(*) FROM reconciliation_run WHERE status = 'RUNNING'")
                    == 0);
  }

  static List<String> posts() {
    return POSTS.keySet().stream().sorted().toList();
  }

  @Test
  void there_are_no_others_and_each_says_that_it_takes_a_key() {
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : openApi().properties()) {
      JsonNode post = path.getValue().path("post");
      if (path.getKey().startsWith("/api/v1/") && !post.isMissingNode()) {
        found.add(path.getKey().substring("/api/v1".length()));
        assertThat(post.path("parameters").findValuesAsText("name"))
            .as(path.getKey())
            .contains("Idempotency-Key");
      }
    }

    assertThat(found).containsExactlyInAnyOrderElementsOf(POSTS.keySet());
  }

  @ParameterizedTest
  @MethodSource("posts")
  void a_repeat_does_nothing_more_and_is_answered_the_same(String template) {
    Post post = POSTS.get(template);
    String path = path(template);
    String body = body(template);

    Answer first = withKey("k-1").post(path, body);
    Answer again = withKey("k-1").post(path, body);

    assertThat(first.response().statusCode()).as(Seen.of(first).body()).isEqualTo(post.status());
    assertThat(isReplayed(first)).isFalse();
    assertThat(isReplayed(again)).isTrue();
    assertThat(Seen.of(again)).isEqualTo(Seen.of(first));
    assertThat(shop.count(post.done())).as("done").isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("posts")
  void a_key_that_is_none_is_refused(String template) {
    withKey("a b").post(path(template), body(template)).isInvalidAt("#Idempotency-Key");

    assertThat(shop.count(POSTS.get(template).done())).isZero();
  }

  private String path(String template) {
    return template
        .replace("{kind}", "CANCEL_UNPAID")
        .replace("/orders/{id}", "/orders/" + (template.startsWith("/orders/") ? shop.order() : ""))
        .replace("{paymentId}", template.startsWith("/refunds") ? unmatched().toString() : "")
        .replace("{id}", template.startsWith("/admin/dead") ? dead() : "");
  }

  private static String body(String template) {
    return switch (template) {
      case "/orders" -> pears("zoe");
      case "/orders/{id}/payments" ->
          "{\"reference\": \"r-1\", \"amount\": 1000, \"currency\": \"EUR\"}";
      case "/orders/{id}/cancel" -> "{\"reason\": \"OPERATOR\"}";
      case "/orders/{id}/grab" -> "{\"courierId\": \"carl\"}";
      case "/admin/timeouts/{kind}/resume" -> "{\"extendBy\": \"PT1H\"}";
      case "/admin/reconciliations" -> "{\"dryRun\": true}";
      default -> "{}";
    };
  }

  private UUID unmatched() {
    JsonNode refused =
        API.post(
                "/orders/" + UUID.randomUUID() + "/payments",
                "{\"reference\": \"r-0\", \"amount\": 1000, \"currency\": \"EUR\"}")
            .isProblem(404, "order-not-found");
    return id(refused.get("payment"));
  }

  private String dead() {
    return shop.one(
        "INSERT INTO task_failure (kind, order_id, due_at, attempts, error, next_try, dead_at)"
            + " VALUES ('CANCEL_UNPAID', ?, now(), 5, 'Broken', now(), now()) RETURNING id",
        shop.order());
  }

  private static JsonNode openApi() {
    return Api.json(given().accept("application/json").get("/q/openapi").asString()).get("paths");
  }
}
