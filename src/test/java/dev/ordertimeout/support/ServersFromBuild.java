package dev.ordertimeout.support;

import static org.awaitility.Awaitility.await;

import dev.ordertimeout.embedded.DataFolder;
import dev.ordertimeout.embedded.EmbeddedServers;
import dev.ordertimeout.embedded.FileTree;
import dev.ordertimeout.embedded.FolderLock;
import dev.ordertimeout.embedded.LocalPostgres;
import dev.ordertimeout.embedded.LocalRedis;
import dev.ordertimeout.embedded.ServerAddresses;
import dev.ordertimeout.embedded.ServerProcess;
import dev.ordertimeout.embedded.StartRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;

/**
 * The servers of profile {@code embedded}, in a folder beneath {@code target}. The programs and the
 * database cluster there are used again by the next JVM, its data is not.
 *
 * @param folder held by this JVM until it exits
 * @param password of PostgreSQL; Redis asks for none here
 */
record ServersFromBuild(DataFolder folder, int postgresPort, int redisPort, String password)
    implements Servers {
  private static final String FOLDER = "test.servers.folder";
  private static final String POSTGRES_PORT = "test.servers.postgres-port";
  private static final String REDIS_PORT = "test.servers.redis-port";
  private static final String PASSWORD = "test.servers.password";

  private static final String STANDBY = "standby.signal";

  /** As many JVMs may run tests of one work tree at once. */
  private static final int FOLDERS = 8;

  static ServersFromBuild ofThisJvm(Properties ofThisJvm) {
    String folder = ofThisJvm.getProperty(FOLDER);
    if (folder != null) {
      return new ServersFromBuild(
          new DataFolder(Path.of(folder)),
          Integer.parseInt(ofThisJvm.getProperty(POSTGRES_PORT)),
          Integer.parseInt(ofThisJvm.getProperty(REDIS_PORT)),
          ofThisJvm.getProperty(PASSWORD));
    }
    try {
      return startEmpty();
    } catch (StartRefused | IOException | SQLException e) {
      throw new IllegalStateException("the tests' servers did not start", e);
    }
  }

  private static ServersFromBuild startEmpty() throws StartRefused, IOException, SQLException {
    DataFolder folder = freeFolder();
    // What a JVM that was killed in the middle of a fault may have left.
    Files.deleteIfExists(folder.postgres().resolve(STANDBY));
    EmbeddedServers started = EmbeddedServers.start(folder);
    Runtime.getRuntime().addShutdownHook(new StopAtExit(started, folder.root()));
    ServerAddresses addresses = started.addresses();
    ServersFromBuild servers =
        new ServersFromBuild(
            folder, addresses.postgresPort(), addresses.redisPort(), addresses.password());
    servers.emptyDatabase();
    servers.stopRedis();
    FileTree.delete(folder.redis());
    servers.startRedis();
    return servers;
  }

  private static DataFolder freeFolder() throws StartRefused {
    for (int number : IntStream.rangeClosed(1, FOLDERS).toArray()) {
      DataFolder folder = DataFolder.at("target/test-servers/" + number);
      if (!FolderLock.isTaken(folder)) {
        return folder;
      }
    }
    throw new IllegalStateException(FOLDERS + " other JVMs run tests of this work tree");
  }

  private void emptyDatabase() {
    sqlAsSuperuser("ALTER ROLE %s CONNECTION LIMIT -1".formatted(ServerAddresses.USER));
    sqlAsSuperuser("DROP DATABASE %s WITH (FORCE)".formatted(ServerAddresses.USER));
    sqlAsSuperuser("CREATE DATABASE %1$s OWNER %1$s".formatted(ServerAddresses.USER));
  }

  @Override
  public void sqlAsSuperuser(String sql) {
    String url = "jdbc:postgresql://%s:%d/postgres".formatted(ServerAddresses.HOST, postgresPort);
    try (Connection connection =
            DriverManager.getConnection(url, LocalPostgres.SUPERUSER, password);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Map<String, String> state() {
    return Map.of(
        FOLDER, folder.root().toString(),
        POSTGRES_PORT, Integer.toString(postgresPort),
        REDIS_PORT, Integer.toString(redisPort),
        PASSWORD, password);
  }

  @Override
  public void stopPostgres() {
    new LocalPostgres(folder).stop();
  }

  @Override
  public void crashPostgres() {
    end(new LocalPostgres(folder).process().orElseThrow(), "QUIT");
  }

  @Override
  public void demotePostgres() {
    stopPostgres();
    try {
      Files.createFile(folder.postgres().resolve(STANDBY));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    startPostgres();
  }

  @Override
  public void startPostgres() {
    try {
      new LocalPostgres(folder).start(postgresPort);
    } catch (IOException | StartRefused e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void stopRedis() {
    redis().stop();
  }

  @Override
  public void killRedis() {
    end(redis().process().orElseThrow(), "KILL");
  }

  private static void end(ServerProcess server, String signal) {
    server.signal(signal);
    await().until(() -> ProcessHandle.of(server.pid()).filter(ServersFromBuild::runs).isEmpty());
  }

  /** A zombie is alive to the JDK, but has no program any more. */
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  @Override
  public void startRedis() {
    start(redis(), redisPort);
  }

  @Override
  public void freezeRedis() {
    redis().process().orElseThrow().signal("STOP");
  }

  @Override
  public void thawRedis() {
    redis().process().orElseThrow().signal("CONT");
  }

  @Override
  public ExtraRedis startExtraRedis() {
    try {
      int port = FreePort.next();
      Path data = Files.createTempDirectory(folder.root(), "redis-extra-");
      LocalRedis redis = new LocalRedis(data, folder.redisPrograms());
      start(redis, port);
      return new ExtraRedis(port, redis::stop);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LocalRedis redis() {
    return new LocalRedis(folder.redis(), folder.redisPrograms());
  }

  private static void start(LocalRedis redis, int port) {
    try {
      redis.start(port, null);
    } catch (IOException | StartRefused e) {
      throw new IllegalStateException(e);
    }
  }
}
