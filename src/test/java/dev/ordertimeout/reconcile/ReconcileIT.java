package dev.ordertimeout.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.ServiceProcess;
import dev.ordertimeout.support.ShopClient;
import dev.ordertimeout.support.TestServers;
import io.restassured.response.Response;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The command as a process of its own, beside a running service that neither works nor sweeps. */
class ReconcileIT {
  private static final String PATH = "/api/v1/admin/reconciliations";

  private static ServiceProcess service;
  private static ShopClient shop;

  @BeforeAll
  static void start() {
    service =
        ServiceProcess.start(
            Map.of(
                "order-timeout.worker.enabled", "false", "order-timeout.sweep.enabled", "false"));
    shop = ShopClient.of(service.baseUri());
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  /** One order, whose four timers a run puts back if they are missing. */
  @BeforeEach
  void oneOrder() {
    try (Observer observer = Observer.connect()) {
      observer.sql("TRUNCATE orders, order_event, task_failure, reconciliation_run");
    }
    flushRedis();
    shop.place("apple", "PT30M");
  }

  @Test
  void exit_code_and_table_tell_whether_anything_differs() {
    flushRedis();

    assertEnds(reconcile(Map.of(), "--dry-run"), 1, "found +4\\R", "repaired +0\\R");
    assertEnds(reconcile(Map.of()), 0, "found +4\\R", "repaired +4\\R");
  }

  @Test
  void a_killed_run_shows_as_interrupted_and_does_not_stop_the_next() {
    flushRedis();
    try (ServiceProcess killed = reconcile(Map.of())) {
      awaitRunning();
      assertThat(shop.post(PATH, Map.of()).statusCode()).as("one at a time").isEqualTo(409);
      killed.kill9();
    }

    await().until(() -> newest().path("status").equals("INTERRUPTED"));
    assertThat(shop.post(PATH, Map.of()).statusCode()).isEqualTo(202);
    await().until(() -> newest().path("status").equals("COMPLETED"));
    assertThat(newest().<Integer>path("repaired")).isEqualTo(4);
  }

  @Test
  void a_run_that_is_asked_to_stop_says_that_it_was_interrupted() {
    flushRedis();
    try (ServiceProcess stopped = reconcile(Map.of())) {
      awaitRunning();
      assertThat(stopped.terminate()).isNotZero();
      assertThat(stopped.errors()).doesNotContain("Exception");
    }

    assertThat(newest().<String>path("status")).isEqualTo("INTERRUPTED");
    assertThat(newest().<String>path("finishedAt")).isNotNull();
  }

  @Test
  void without_postgresql_one_line_says_so() {
    try (ServiceProcess command =
        reconcile(Map.of("quarkus.datasource.jdbc.url", "jdbc:postgresql://127.0.0.1:1/none"))) {
      assertThat(command.awaitExit()).isEqualTo(1);
      assertThat(command.errors())
          .isEqualToIgnoringNewLines("order-timeout: PostgreSQL is not available");
    }
  }

  private static ServiceProcess reconcile(Map<String, String> properties, String... options) {
    Map<String, String> all = new HashMap<>(TestServers.config());
    all.putAll(properties);
    String[] arguments = new String[options.length + 1];
    arguments[0] = "reconcile";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return ServiceProcess.launch(all, arguments);
  }

  private static void assertEnds(ServiceProcess command, int exitCode, String... rows) {
    try (command) {
      assertThat(command.awaitExit()).as(command.errors()).isEqualTo(exitCode);
      assertThat(command.errors()).isEmpty();
      for (String row : rows) {
        assertThat(command.output()).containsPattern(row);
      }
    }
  }

  private static void awaitRunning() {
    await().atMost(Duration.ofSeconds(60)).until(() -> "RUNNING".equals(newest().path("status")));
  }

  private static Newest newest() {
    return new Newest(shop.get(PATH));
  }

  /** The first run of the list. */
  private record Newest(Response list) {
    <T> T path(String field) {
      return list.path("items[0]." + field);
    }
  }

  private static void flushRedis() {
    try (Socket socket = new Socket(TestServers.redisHost(), TestServers.redisPort())) {
      socket.getOutputStream().write("FLUSHALL\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().read()).isEqualTo('+');
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
