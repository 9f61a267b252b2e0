package dev.ordertimeout.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.sql.SQLException;

/**
 * Starts PostgreSQL and Redis of one data folder together, and stops them together. Holds the
 * folder while they run; a server that a killed run left behind is stopped first, its data kept.
 */
public final class EmbeddedServers implements AutoCloseable {
  private final DataFolder folder;
  private final FolderLock lock;
  private final LocalPostgres postgres;
  private final LocalRedis redis;
  private final ServerAddresses addresses;

  private EmbeddedServers(DataFolder folder, FolderLock lock) throws IOException {
    this.folder = folder;
    this.lock = lock;
    this.postgres = new LocalPostgres(folder);
    this.redis = new LocalRedis(folder.redis(), folder.redisPrograms());
    this.addresses = freeAddresses(Password.of(folder));
  }

  /**
   * Starts both servers on free ports of the loopback address.
   *
   * @throws StartRefused if they cannot run here, or another run holds the folder; then none runs
   */
  public static EmbeddedServers start(DataFolder folder) throws StartRefused {
    PostgresPrograms.check();
    FolderLock lock = FolderLock.take(folder);
    EmbeddedServers servers = null;
    boolean started = false;
    try {
      servers = new EmbeddedServers(folder, lock);
      servers.startBoth();
      started = true;
      return servers;
    } catch (IOException | SQLException e) {
      throw new StartRefused("the embedded servers did not start: " + Reason.of(e));
    } finally {
      if (!started) {
        if (servers == null) {
          lock.close();
        } else {
          servers.close();
        }
      }
    }
  }

  private void startBoth() throws IOException, SQLException, StartRefused {
    stopBoth();
    postgres.start(addresses.postgresPort());
    PostgresSetup.prepare(addresses);
    redis.start(addresses.redisPort(), addresses.password());
    addresses.write(folder);
  }

  public ServerAddresses addresses() {
    return addresses;
  }

  /** Stops both servers, their data on disk, and gives the folder back. */
  @Override
  public void close() {
    try (lock) {
      Files.deleteIfExists(folder.addresses());
      stopBoth();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void stopBoth() {
    redis.stop();
    postgres.stop();
  }

  private static ServerAddresses freeAddresses(String password) throws IOException {
    InetAddress loopback = ServerAddresses.loopback();
    try (ServerSocket one = new ServerSocket(0, 1, loopback);
        ServerSocket other = new ServerSocket(0, 1, loopback)) {
      return new ServerAddresses(one.getLocalPort(), other.getLocalPort(), password);
    }
  }
}
