package dev.ordertimeout.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The packaged service as a process of its own, to be killed, frozen and looked at from outside.
 * Needs {@code target/quarkus-app}, so only {@code *IT} tests can use it. What it prints is kept
 * beneath {@code target/service-processes}. Closing kills it.
 */
public final class ServiceProcess implements AutoCloseable {
  private static final Path LOGS = Path.of("target/service-processes");
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(90);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final Path output;
  private final Path errors;
  private final int port;

  private ServiceProcess(Process process, Path output, Path errors, int port) {
    this.process = process;
    this.output = output;
    this.errors = errors;
    this.port = port;
  }

  /**
   * Starts the service on the {@link TestServers} and a free HTTP port, and returns when it is
   * ready.
   *
   * @param properties system properties of the process, by name; they win over those
   */
  public static ServiceProcess start(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(TestServers.config());
    all.putAll(properties);
    ServiceProcess service = launch(all);
    service.awaitReady();
    return service;
  }

  /**
   * Starts the packaged jar and does not wait. Without {@code quarkus.http.port} among the
   * properties it gets a free one.
   */
  public static ServiceProcess launch(Map<String, String> properties, String... arguments) {
    return launch(Map.of(), properties, arguments);
  }

  /**
   * @param environment variables on top of those of this process
   */
  public static ServiceProcess launch(
      Map<String, String> environment, Map<String, String> properties, String... arguments) {
    try {
      Map<String, String> all = new HashMap<>(properties);
      all.putIfAbsent("quarkus.http.port", Integer.toString(FreePort.next()));
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      all.forEach((name, value) -> command.add("-D" + name + "=" + value));
      command.addAll(List.of("-jar", "target/quarkus-app/quarkus-run.jar"));
      command.addAll(List.of(arguments));
      Path output = Files.createTempFile(Files.createDirectories(LOGS), "service-", ".out");
      Path errors = Path.of(output.toString().replaceAll("out$", "err"));
      ProcessBuilder service =
          new ProcessBuilder(command)
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile());
      service.environment().putAll(environment);
      Process process = service.start();
      return new ServiceProcess(
          process, output, errors, Integer.parseInt(all.get("quarkus.http.port")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for readiness; fails with what the service printed if it ends instead. */
  public void awaitReady() {
    await().atMost(READY_WITHIN).failFast(this::requireAlive).until(this::isReady);
  }

  private void requireAlive() {
    if (!process.isAlive()) {
      throw new AssertionError("the service ended:\n" + output() + errors());
    }
  }

  private boolean isReady() throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(baseUri().resolve("/q/health/ready")).build();
    try {
      return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  public long pid() {
    return process.pid();
  }

  /** {@code http://localhost:PORT/}. */
  public URI baseUri() {
    return URI.create("http://localhost:" + port + "/");
  }

  /** What it printed to standard output so far: its log. */
  public String output() {
    return read(output);
  }

  /** What it printed to standard error so far. */
  public String errors() {
    return read(errors);
  }

  /** SIGKILL: the process does nothing any more. Returns when it is gone. */
  public void kill9() {
    process.destroyForcibly();
    awaitExit();
  }

  /** SIGTERM: the process stops in its own way. Returns its exit code when it is gone. */
  public int terminate() {
    process.destroy();
    return awaitExit();
  }

  /** SIGSTOP: the process stands still where it is, until {@link #thaw}. */
  public void freeze() {
    signal("STOP");
  }

  public void thaw() {
    signal("CONT");
  }

  /** Waits for the end of the process; its exit code. */
  public int awaitExit() {
    try {
      if (!process.waitFor(ENDS_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still runs:\n" + output() + errors());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kill9();
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("sh", "-c", "kill -$0 $1", name, Long.toString(pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
