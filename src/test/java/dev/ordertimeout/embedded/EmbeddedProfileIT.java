package dev.ordertimeout.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.security.auth.module.UnixSystem;
import dev.ordertimeout.support.ServiceProcess;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service in profile {@code embedded}, as a newcomer starts it. */
class EmbeddedProfileIT {
  private static final int ENDED_BY_SIGTERM = 128 + 15;

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir static Path temporary;

  private static DataFolder folder;
  private static ServiceProcess service;

  @BeforeAll
  static void start() throws StartRefused {
    folder = DataFolder.at(temporary.resolve("data").toString());
    service = ServiceProcess.launch(embedded(folder.root()));
    service.awaitReady();
  }

  @AfterAll
  static void sigterm_stops_the_service_and_then_its_servers() throws Exception {
    String orders = service.baseUri() + "api/v1/orders";
    String id = placedOrder(orders);
    Look look = new Look(addresses());
    CompletableFuture<HttpResponse<String>> underWay;
    try (Connection other = look.connect();
        Statement lock = other.createStatement()) {
      other.setAutoCommit(false);
      lock.execute("SELECT FROM orders WHERE id = '%s' FOR UPDATE".formatted(id));
      underWay = HTTP.sendAsync(post(orders + "/" + id + "/cancel", "{}"), BodyHandlers.ofString());
      await().until(() -> look.sql("SELECT bool_or(NOT granted) FROM pg_locks").equals("t"));

      ProcessHandle.of(service.pid()).orElseThrow().destroy();

      await("the servers wait for the service, which waits for the request under way")
          .during(Duration.ofSeconds(1))
          .until(() -> look.sql("SELECT 1").equals("1") && look.redis("PING").endsWith("PONG"));
      other.rollback();
    }

    assertThat(underWay.get().statusCode()).isEqualTo(200);
    assertThat(service.awaitExit()).isEqualTo(ENDED_BY_SIGTERM);
    assertThat(ServerProcess.anyRuns(folder.root())).isFalse();
    assertThat(FolderLock.isTaken(folder)).isFalse();
  }

  private static String placedOrder(String orders) throws IOException, InterruptedException {
    String order =
        """
        {"customerId": "c", "currency": "EUR",
         "lines": [{"sku": "s", "quantity": 1, "unitAmount": 100}]}
        """;
    HttpResponse<Void> placed = HTTP.send(post(orders, order), BodyHandlers.discarding());
    String location = placed.headers().firstValue("Location").orElseThrow();
    return location.substring(location.lastIndexOf('/') + 1);
  }

  private static HttpRequest post(String uri, String body) {
    return HttpRequest.newBuilder(URI.create(uri))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  @Test
  void it_says_where_to_look() throws IOException {
    ServerAddresses addresses = ServerAddresses.read(folder).orElseThrow();
    String base = service.baseUri().toString();

    await().until(() -> service.output().contains("redis-cli"));
    assertThat(service.output())
        .contains(base + "api/v1/orders", base + "q/swagger-ui", base + "q/metrics")
        .contains(base + "q/health", folder.root().toString(), "real")
        .contains("psql \"host=127.0.0.1 port=" + addresses.postgresPort())
        .contains("redis-cli -h 127.0.0.1 -p " + addresses.redisPort());
  }

  @Test
  void killed_with_kill_9_it_comes_up_again_with_its_data() throws IOException {
    new Look(addresses()).run("CREATE TABLE kept AS SELECT 'a row' AS what");
    new Look(addresses()).redis("SET kept entry");

    service.kill9();
    service = ServiceProcess.launch(embedded(folder.root()));
    service.awaitReady();

    assertThat(new Look(addresses()).sql("SELECT what FROM kept")).isEqualTo("a row");
    assertThat(new Look(addresses()).redis("GET kept")).endsWith("entry");
  }

  @Test
  void a_second_run_on_its_data_folder_is_refused() {
    assertRefused(ServiceProcess.launch(embedded(folder.root())), 1, folder.root() + " is in use");
  }

  @Test
  void a_busy_port_is_refused_before_any_server_is_unpacked() throws IOException {
    Path other = temporary.resolve("other");
    try (ServerSocket busy = new ServerSocket(0)) {
      String port = Integer.toString(busy.getLocalPort());
      assertRefused(
          ServiceProcess.launch(
              Map.of(
                  "quarkus.profile",
                  "embedded",
                  "quarkus.http.port",
                  port,
                  EmbeddedConfig.DATA,
                  other.toString())),
          1,
          "HTTP port " + port + " cannot be opened");
    }
    assertThat(other).doesNotExist();
  }

  @Test
  void a_command_without_a_running_service_is_refused() {
    Path other = temporary.resolve("nothing-runs-here");

    assertRefused(ServiceProcess.launch(embedded(other), "reconcile"), 2, "no service runs");
  }

  @Test
  void an_unknown_argument_is_refused_with_the_usage() {
    assertRefused(ServiceProcess.launch(Map.of(), "reconsile"), 2, "usage:");
  }

  @Test
  void as_root_a_missing_unshare_is_refused() throws IOException, InterruptedException {
    assumeTrue(new UnixSystem().getUid() == 0, "only root needs unshare");
    ProcessBuilder run = java("target/quarkus-app/quarkus-run.jar");
    run.environment().put("PATH", "/nowhere");

    assertRefused(run, "unshare");
  }

  @Test
  void the_image_refuses_a_profile_that_it_leaves_out() throws IOException, InterruptedException {
    assertRefused(java("target/image-app/quarkus-run.jar"), "not part of this build");
  }

  private static ProcessBuilder java(String jar) {
    return new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Dquarkus.profile=embedded",
        "-Dquarkus.http.port=0",
        "-D" + EmbeddedConfig.DATA + "=" + temporary.resolve("never"),
        "-jar",
        jar);
  }

  private static void assertRefused(ProcessBuilder run, String reason)
      throws IOException, InterruptedException {
    Process process = run.start();
    byte[] errors = process.getErrorStream().readAllBytes();
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(new String(errors, StandardCharsets.UTF_8)).hasLineCount(1).contains(reason);
  }

  private static ServerAddresses addresses() throws IOException {
    return ServerAddresses.read(folder).orElseThrow();
  }

  private static Map<String, String> embedded(Path data) {
    return Map.of("quarkus.profile", "embedded", EmbeddedConfig.DATA, data.toString());
  }

  private static void assertRefused(ServiceProcess run, int exitCode, String reason) {
    try (run) {
      assertThat(run.awaitExit()).isEqualTo(exitCode);
      assertThat(run.errors()).hasLineCount(1).startsWith("order-timeout: ").contains(reason);
      assertThat(run.output()).isEmpty();
    }
  }
}
