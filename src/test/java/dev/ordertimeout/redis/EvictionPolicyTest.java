package dev.ordertimeout.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class EvictionPolicyTest {
  @Inject EvictionPolicy policy;
  @Inject QueueFixture redis;

  @AfterEach
  void restore() {
    set("noeviction");
  }

  @Test
  void a_redis_that_throws_keys_away_is_warned_about_until_it_is_set_right() {
    set("allkeys-lru");
    policy.look();
    assertThat(policy.warning())
        .hasValueSatisfying(text -> assertThat(text).contains("allkeys-lru"));

    set("noeviction");
    policy.look();
    assertThat(policy.warning()).isEmpty();
  }

  private void set(String value) {
    redis.send(Command.CONFIG, "SET", "maxmemory-policy", value);
  }
}
