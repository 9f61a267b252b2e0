package dev.ordertimeout.embedded;

import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Where the embedded servers listen, on the loopback address. Written into the data folder while
 * they run, so that the command line finds them.
 *
 * @param password of both servers
 */
public record ServerAddresses(int postgresPort, int redisPort, String password) {
  /** The loopback address, as a number: {@code localhost} may be something else. */
  public static final String HOST = "127.0.0.1";

  private static final byte[] HOST_BYTES = {127, 0, 0, 1};

  /** Owner of the database of the same name; no superuser. */
  public static final String USER = "order_timeout";

  private static final String POSTGRES_PORT = "postgres.port";
  private static final String REDIS_PORT = "redis.port";
  private static final String PASSWORD = "password";

  /** {@link #HOST}, without asking any name service. */
  static InetAddress loopback() {
    try {
      return InetAddress.getByAddress(HOST_BYTES);
    } catch (UnknownHostException wrongLength) {
      throw new IllegalStateException(wrongLength);
    }
  }

  public String jdbcUrl() {
    return "jdbc:postgresql://%s:%d/%s".formatted(HOST, postgresPort, USER);
  }

  /** What Quarkus is told, property by property. */
  public Map<String, String> asConfig() {
    return Map.of(
        "quarkus.datasource.jdbc.url", jdbcUrl(),
        "quarkus.datasource.username", USER,
        "quarkus.datasource.password", password,
        "quarkus.redis.hosts", "redis://%s:%d".formatted(HOST, redisPort),
        "quarkus.redis.password", password);
  }

  void write(DataFolder folder) throws IOException {
    Map<String, Object> entries =
        new TreeMap<>(
            Map.of(POSTGRES_PORT, postgresPort, REDIS_PORT, redisPort, PASSWORD, password));
    StringBuilder text = new StringBuilder();
    entries.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    Password.writeForOwner(folder.addresses(), text.toString());
  }

  /** What the last run wrote; empty if it took the file away when it stopped. */
  static Optional<ServerAddresses> read(DataFolder folder) throws IOException {
    Properties entries = new Properties();
    try (Reader reader = Files.newBufferedReader(folder.addresses())) {
      entries.load(reader);
    } catch (NoSuchFileException notRunning) {
      return Optional.empty();
    }
    return Optional.of(
        new ServerAddresses(
            Integer.parseInt(entries.getProperty(POSTGRES_PORT)),
            Integer.parseInt(entries.getProperty(REDIS_PORT)),
            entries.getProperty(PASSWORD)));
  }
}
