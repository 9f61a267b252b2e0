package dev.ordertimeout.platform.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ordertimeout.platform.Http;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ReadinessTest {
  @TestHTTPResource URI base;
  @Inject SwitchableHealth health;
  private Http http;

  @BeforeEach
  void connect() {
    http = new Http(base);
  }

  @AfterEach
  void recover() {
    health.set(null, null);
  }

  @Test
  void ready_while_postgresql_answers() {
    HttpResponse<String> ready = http.get("/q/health/ready");

    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(check(ready, "postgresql").path("status").textValue()).isEqualTo("UP");
  }

  @Test
  void alive_whatever_else_is() {
    HttpResponse<String> live = http.get("/q/health/live");

    assertThat(live.statusCode()).isEqualTo(200);
    assertThat(Http.json(live).path("checks")).isEmpty();
  }

  @Test
  void degraded_is_ready_and_says_why() {
    health.set("no queue: timers come from the rows", null);

    HttpResponse<String> ready = http.get("/q/health/ready");
    assertThat(ready.statusCode()).isEqualTo(200);
    JsonNode data = check(ready, "punctuality").path("data");
    assertThat(data.path("degraded").booleanValue()).isTrue();
    assertThat(data.path("reason").textValue()).contains("no queue: timers come from the rows");
    assertThat(http.get("/q/metrics").body()).contains("\norder_timeout_degraded 1.0");
  }

  @Test
  void a_warning_shows_without_degrading() {
    health.set(null, "maxmemory-policy is allkeys-lru");

    JsonNode data = check(http.get("/q/health/ready"), "punctuality").path("data");
    assertThat(data.path("warning").textValue()).contains("maxmemory-policy is allkeys-lru");
    assertThat(data.path("reason").toString()).doesNotContain("maxmemory-policy");
  }

  private static JsonNode check(HttpResponse<String> health, String name) {
    return StreamSupport.stream(Http.json(health).path("checks").spliterator(), false)
        .filter(check -> check.path("name").textValue().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
