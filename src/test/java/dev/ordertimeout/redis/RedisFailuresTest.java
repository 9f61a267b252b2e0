package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.redis.RedisKeys.Part.DUE;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import jakarta.inject.Inject;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RedisFailuresTest extends QueueTest {
  @Inject Vertx vertx;
  @Inject Redis client;

  @Test
  void a_failed_call_names_its_script_and_keys() {
    redis.send(Command.SET, redis.key(CANCEL_UNPAID, DUE), "a string");

    assertThatThrownBy(() -> queue.schedule(List.of(new Task(A, PAST))))
        .isInstanceOf(QueueUnavailableException.class)
        .hasMessageContaining("schedule on {ot:0}:CANCEL_UNPAID:due")
        .hasMessageContaining("WRONGTYPE");
  }

  @Test
  void nobody_listening_is_unavailable() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Redis nobody = Redis.createClient(vertx, "redis://127.0.0.1:" + port);
    RedisTaskQueue dead = queue(nobody, Duration.ofSeconds(5));

    assertThatThrownBy(() -> dead.schedule(List.of(new Task(A, PAST))))
        .isInstanceOf(QueueUnavailableException.class)
        .hasMessageContaining("Connection refused");
    nobody.close();
  }

  @Test
  void a_server_that_does_not_answer_costs_the_timeout_and_no_more_and_is_used_again_after() {
    RedisTaskQueue impatient = queue(client, Duration.ofMillis(200));
    redis.send(Command.CLIENT, "PAUSE", 1_000);
    long start = System.nanoTime();

    assertThatThrownBy(() -> impatient.schedule(List.of(new Task(A, PAST))))
        .isInstanceOf(QueueUnavailableException.class)
        .hasMessage("Redis: schedule: no answer within 200 ms");

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(800));
    await()
        .atMost(5, SECONDS)
        .ignoreException(QueueUnavailableException.class)
        .until(() -> redis.read(CANCEL_UNPAID).equals(state().due(A, PAST)));
  }

  @Test
  void a_server_that_accepts_connections_and_never_speaks_is_unavailable() throws Exception {
    try (ServerSocket mute = new ServerSocket(0)) {
      Redis client = Redis.createClient(vertx, "redis://127.0.0.1:" + mute.getLocalPort());
      RedisTaskQueue hung = queue(client, Duration.ofMillis(200));

      assertThatThrownBy(() -> hung.timeMs())
          .isInstanceOf(QueueUnavailableException.class)
          .hasMessageContaining("no answer within 200 ms");
      client.close();
    }
  }

  @Test
  void a_connection_that_was_closed_is_replaced() {
    redis.send(Command.CLIENT, "KILL", "TYPE", "normal", "SKIPME", "no");

    await()
        .atMost(5, SECONDS)
        .ignoreException(QueueUnavailableException.class)
        .untilAsserted(() -> queue.schedule(List.of(new Task(A, PAST))));
    assertThat(redis.read(CANCEL_UNPAID)).isEqualTo(state().due(A, PAST));
  }

  @Test
  void an_event_loop_is_never_blocked() {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    vertx
        .getOrCreateContext()
        .runOnContext(
            go -> {
              try {
                queue.schedule(List.of(new Task(A, PAST)));
                thrown.complete(null);
              } catch (RuntimeException e) {
                thrown.complete(e);
              }
            });

    assertThat(thrown).succeedsWithin(5, SECONDS).isInstanceOf(IllegalStateException.class);
  }

  private static RedisTaskQueue queue(Redis client, Duration timeout) {
    return new RedisTaskQueue(new RedisCalls(client, timeout), new RedisKeys("ot", 1));
  }
}
