package dev.ordertimeout.support;

import dev.ordertimeout.embedded.ServerAddresses;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The PostgreSQL and the Redis of all tests of this JVM: started when first asked for, stopped when
 * the JVM exits, empty at first. {@code -Dtest.servers=containers} takes them from Testcontainers
 * instead of the programs that the build brings along.
 *
 * <p>Quarkus loads test classes through several class loaders: what all of them must agree upon
 * stands in the system properties.
 */
public final class TestServers {
  private static @Nullable Servers servers;

  private TestServers() {}

  public static String jdbcUrl() {
    return "jdbc:postgresql://%s:%d/%s".formatted(ServerAddresses.HOST, postgresPort(), user());
  }

  public static int postgresPort() {
    return servers().postgresPort();
  }

  /** Owner of the database of the same name. */
  public static String user() {
    return ServerAddresses.USER;
  }

  public static String password() {
    return servers().password();
  }

  public static String redisHost() {
    return ServerAddresses.HOST;
  }

  /** No password is asked for. */
  public static int redisPort() {
    return servers().redisPort();
  }

  /** What Quarkus must be told to use these servers. */
  public static Map<String, String> config() {
    return Map.of(
        "quarkus.datasource.jdbc.url", jdbcUrl(),
        "quarkus.datasource.username", user(),
        "quarkus.datasource.password", password(),
        "quarkus.redis.hosts", "redis://%s:%d".formatted(redisHost(), redisPort()));
  }

  /** Cuts all connections; what was committed stays. */
  public static void stopPostgres() {
    servers().stopPostgres();
  }

  /** Ends it without warning, as a power cut would. */
  public static void crashPostgres() {
    servers().crashPostgres();
  }

  /** Does what only a superuser may do. */
  public static void sqlAsSuperuser(String sql) {
    servers().sqlAsSuperuser(sql);
  }

  /** From now on a standby that nobody feeds answers on its port: it reads, and writes nothing. */
  public static void demotePostgres() {
    servers().demotePostgres();
  }

  public static void promotePostgres() {
    sqlAsSuperuser("SELECT pg_promote()");
  }

  /** On the same port, with the same data. */
  public static void startPostgres() {
    servers().startPostgres();
  }

  /** Cuts all connections; the data stays on disk. */
  public static void stopRedis() {
    servers().stopRedis();
  }

  /** As the kernel does when memory is short. */
  public static void killRedis() {
    servers().killRedis();
  }

  /** On the same port, with the same data. */
  public static void startRedis() {
    servers().startRedis();
  }

  /** Redis keeps its connections and still takes new ones, but answers nobody. */
  public static void freezeRedis() {
    servers().freezeRedis();
  }

  public static void thawRedis() {
    servers().thawRedis();
  }

  /** A second Redis, empty, for what one test does to a Redis of its own. */
  public static ExtraRedis startExtraRedis() {
    return servers().startExtraRedis();
  }

  private static Servers servers() {
    Properties ofThisJvm = System.getProperties();
    synchronized (ofThisJvm) {
      if (servers == null) {
        servers =
            "containers".equals(ofThisJvm.getProperty("test.servers"))
                ? ServersInContainers.ofThisJvm(ofThisJvm)
                : ServersFromBuild.ofThisJvm(ofThisJvm);
        ofThisJvm.putAll(servers.state());
      }
      return servers;
    }
  }
}
