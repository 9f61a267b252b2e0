package dev.ordertimeout.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServersTest {
  @TempDir static Path temporary;

  private static DataFolder folder;
  private static EmbeddedServers servers;

  /** In a folder where a run was killed while it unpacked, and another within initdb. */
  @BeforeAll
  static void start() throws IOException, StartRefused {
    folder = DataFolder.at(temporary.resolve("a folder of one's own").toString());
    write(folder.postgresPrograms().resolve("part/bin/postgres"), "half a program");
    write(folder.redisPrograms().resolve("part"), "half a program");
    write(folder.root().resolve("postgres.part/PG_VERSION"), "17");
    servers = EmbeddedServers.start(folder);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  @Test
  void postgres_keeps_what_it_acknowledges() {
    Look look = new Look(servers.addresses());

    assertThat(look.sql("SHOW fsync")).isEqualTo("on");
    assertThat(look.sql("SHOW synchronous_commit")).isEqualTo("on");
    assertThat(look.sql("SHOW full_page_writes")).isEqualTo("on");
  }

  @Test
  void redis_writes_an_append_only_file_and_evicts_nothing() {
    Look look = new Look(servers.addresses());

    assertThat(look.redis("CONFIG GET appendonly")).endsWith("yes");
    assertThat(look.redis("CONFIG GET maxmemory-policy")).endsWith("noeviction");
  }

  @Test
  void both_listen_on_the_loopback_address_alone() {
    Look look = new Look(servers.addresses());

    assertThat(look.sql("SHOW listen_addresses")).isEqualTo("127.0.0.1");
    assertThat(look.redis("CONFIG GET bind")).endsWith("127.0.0.1");
  }

  @Test
  void both_ask_for_the_password() {
    ServerAddresses known = servers.addresses();
    Look stranger =
        new Look(new ServerAddresses(known.postgresPort(), known.redisPort(), "guessed"));

    assertThatThrownBy(() -> stranger.sql("SELECT 1")).hasMessageContaining("password");
    assertThat(stranger.redis("PING")).contains("NOAUTH");
  }

  @Test
  void the_service_is_no_superuser_of_postgres() {
    assertThat(new Look(servers.addresses()).sql("SHOW is_superuser")).isEqualTo("off");
  }

  @Test
  void the_data_survives_a_restart() throws StartRefused {
    Look before = new Look(servers.addresses());
    before.run("CREATE TABLE kept AS SELECT 'a row' AS what");
    before.redis("SET kept entry");

    servers.close();
    servers = EmbeddedServers.start(folder);

    Look after = new Look(servers.addresses());
    assertThat(after.sql("SELECT what FROM kept")).isEqualTo("a row");
    assertThat(after.redis("GET kept")).endsWith("entry");
  }

  @Test
  void closing_leaves_nothing_running_and_the_folder_free() throws Exception {
    servers.close();

    assertThat(ServerProcess.anyRuns(folder.root())).isFalse();
    assertThat(FolderLock.isTaken(folder)).isFalse();
    assertThat(ServerAddresses.read(folder)).isEmpty();

    servers = EmbeddedServers.start(folder);
  }

  @Test
  void a_second_start_on_the_folder_is_refused_and_disturbs_nothing() {
    assertThatExceptionOfType(StartRefused.class)
        .isThrownBy(() -> EmbeddedServers.start(folder))
        .withMessageContaining("in use by another run")
        .withMessageContaining(folder.root().toString());

    assertThat(new Look(servers.addresses()).sql("SELECT 1")).isEqualTo("1");
    assertThat(new Look(servers.addresses()).redis("PING")).endsWith("PONG");
  }

  @Test
  void what_a_killed_run_left_running_is_stopped_and_its_data_kept() throws Exception {
    servers.close();
    KilledRun killed = KilledRun.on(folder);
    Look orphans = new Look(ServerAddresses.read(folder).orElseThrow());
    orphans.run("CREATE TABLE orphaned AS SELECT 'a row' AS what");
    orphans.redis("SET orphaned entry");
    killed.redis().signal("STOP");

    servers = EmbeddedServers.start(folder);

    assertThat(killed.redis().isRunning()).isFalse();
    assertThat(killed.postgres().isRunning()).isFalse();
    Look look = new Look(servers.addresses());
    assertThat(look.sql("SELECT what FROM orphaned")).isEqualTo("a row");
    assertThat(look.redis("GET orphaned")).endsWith("entry");
  }

  @Test
  void a_pid_file_that_names_a_process_of_somebody_else_is_no_hindrance() throws Exception {
    servers.close();
    Process stranger = new ProcessBuilder("sleep", "60").start();
    List<String> stale = List.of(Long.toString(stranger.pid()), "/elsewhere");
    Files.write(folder.postgres().resolve("postmaster.pid"), stale);
    Files.write(folder.redis().resolve("redis.pid"), stale);

    servers = EmbeddedServers.start(folder);

    assertThat(new Look(servers.addresses()).sql("SELECT 1")).isEqualTo("1");
    assertThat(stranger.isAlive()).isTrue();
    stranger.destroyForcibly();
  }

  @Test
  void a_postgres_that_does_not_start_is_told_in_one_line_and_leaves_nothing_running()
      throws Exception {
    servers.close();
    Path version = folder.postgres().resolve("PG_VERSION");
    Files.writeString(version, "9.6\n");

    assertThatExceptionOfType(StartRefused.class)
        .isThrownBy(() -> EmbeddedServers.start(folder))
        .withMessageContaining("incompatible with server")
        .withMessageContaining(folder.postgresLog().toString());
    assertThat(ServerProcess.anyRuns(folder.root())).isFalse();

    Files.writeString(version, "17\n");
    servers = EmbeddedServers.start(folder);
  }

  @Test
  void only_the_owner_reads_what_holds_the_password() throws IOException {
    try (Stream<Path> files = Files.list(folder.root())) {
      assertThat(files.filter(file -> file.toString().matches(".*(pass|properties).*")))
          .hasSize(3)
          .allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file)).hasSize(2));
    }
  }
}
