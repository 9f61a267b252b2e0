package dev.ordertimeout.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The Redis of one folder, with an append-only file that survives restarts. It runs as a daemon of
 * its own session: a Ctrl-C meant for the service must not reach it before the service has stopped.
 *
 * <p>All that is known of a running server is read from the folder, so one that an earlier JVM left
 * behind is stopped in the same way as our own.
 */
public final class LocalRedis {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(30);

  private final Path folder;
  private final Path programs;

  /**
   * @param folder data, log and pid file; made if it is not there
   * @param programs where the server program is, or is unpacked to
   */
  public LocalRedis(Path folder, Path programs) {
    this.folder = folder;
    this.programs = programs;
  }

  /**
   * Starts the server on the loopback address and returns when it has loaded its data.
   *
   * @param password asked of every client; null for none
   * @throws StartRefused if it does not start; the line names its log
   */
  public void start(int port, @Nullable String password) throws IOException, StartRefused {
    Path program = Binaries.unpackRedis(programs);
    Files.createDirectories(folder);
    Path settings = folder.resolve("redis.conf");
    Password.writeForOwner(settings, settings(port, password));
    launch(program, settings);
    RedisPing ping = new RedisPing(port, password);
    if (!Await.until(STARTS_WITHIN, ping::isAnswered)) {
      stop();
      throw new StartRefused("Redis did not start; see " + log());
    }
  }

  /** Stops the server, whichever JVM started it, with its data on disk. */
  public void stop() {
    process().ifPresent(server -> server.stop("TERM", STOPS_WITHIN));
  }

  /** The running server. */
  public Optional<ServerProcess> process() {
    return ServerProcess.find(pidFile(), programs);
  }

  private Path pidFile() {
    return folder.resolve("redis.pid");
  }

  private Path log() {
    return folder.resolve("redis.log");
  }

  private static void launch(Path program, Path settings) throws IOException, StartRefused {
    Process process =
        new ProcessBuilder(program.toString(), settings.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new StartRefused("Redis did not start: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while Redis started", e);
    }
  }

  private String settings(int port, @Nullable String password) {
    return """
    bind %s
    port %d
    daemonize yes
    pidfile %s
    logfile %s
    dir %s
    appendonly yes
    appendfsync everysec
    save ""
    maxmemory-policy noeviction
    %s
    """
        .formatted(
            ServerAddresses.HOST,
            port,
            quoted(pidFile()),
            quoted(log()),
            quoted(folder),
            password == null ? "" : "requirepass " + password);
  }

  private static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
