package dev.ordertimeout.support;

import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import dev.ordertimeout.embedded.RedisPing;
import dev.ordertimeout.embedded.ServerAddresses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The servers as a deployment has them: the images that {@code docker-compose.yml} names. Docker
 * gives a restarted container another port unless it was asked for one, so each asks for one.
 */
record ServersInContainers(String postgresId, int postgresPort, String redisId, int redisPort)
    implements Servers {
  private static final String PASSWORD = "secret";
  private static final String POSTGRES_ID = "test.servers.postgres-id";
  private static final String POSTGRES_PORT = "test.servers.postgres-port";
  private static final String REDIS_ID = "test.servers.redis-id";
  private static final String REDIS_PORT = "test.servers.redis-port";

  static ServersInContainers ofThisJvm(Properties ofThisJvm) {
    String postgresId = ofThisJvm.getProperty(POSTGRES_ID);
    if (postgresId != null) {
      return new ServersInContainers(
          postgresId,
          Integer.parseInt(ofThisJvm.getProperty(POSTGRES_PORT)),
          ofThisJvm.getProperty(REDIS_ID),
          Integer.parseInt(ofThisJvm.getProperty(REDIS_PORT)));
    }
    int postgresPort = FreePort.next();
    PostgreSQLContainer postgres =
        new PostgreSQLContainer(DockerImageName.parse("postgres:17-alpine"))
            .withDatabaseName(ServerAddresses.USER)
            .withUsername(ServerAddresses.USER)
            .withPassword(PASSWORD)
            // Testcontainers would turn fsync off.
            .withCommand("postgres", "-c", "fsync=on")
            .withCreateContainerCmdModifier(onPort(postgresPort, 5432));
    postgres.start();
    int redisPort = FreePort.next();
    return new ServersInContainers(
        postgres.getContainerId(), postgresPort, newRedis(redisPort).getContainerId(), redisPort);
  }

  // Stopped by Testcontainers when the JVM exits.
  @SuppressWarnings("resource")
  private static GenericContainer<?> newRedis(int port) {
    GenericContainer<?> redis =
        new GenericContainer<>(DockerImageName.parse("redis:8-alpine"))
            .withExposedPorts(6379)
            .withCommand("redis-server --appendonly yes --protected-mode no")
            .withCreateContainerCmdModifier(onPort(port, 6379));
    redis.start();
    return redis;
  }

  private static Consumer<CreateContainerCmd> onPort(int host, int container) {
    return command ->
        command.withHostConfig(
            HostConfig.newHostConfig()
                .withPortBindings(
                    PortBinding.parse(
                        "%s:%d:%d".formatted(ServerAddresses.HOST, host, container))));
  }

  @Override
  public Map<String, String> state() {
    return Map.of(
        POSTGRES_ID,
        postgresId,
        POSTGRES_PORT,
        Integer.toString(postgresPort),
        REDIS_ID,
        redisId,
        REDIS_PORT,
        Integer.toString(redisPort));
  }

  @Override
  public String password() {
    return PASSWORD;
  }

  @Override
  public void stopPostgres() {
    docker().stopContainerCmd(postgresId).exec();
  }

  @Override
  public void crashPostgres() {
    docker().killContainerCmd(postgresId).exec();
  }

  @Override
  public void sqlAsSuperuser(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void demotePostgres() {
    throw new UnsupportedOperationException("faults are tried on the servers of the build");
  }

  @Override
  public void startPostgres() {
    docker().startContainerCmd(postgresId).exec();
    await()
        .ignoreExceptions()
        .until(
            () -> {
              connect().close();
              return true;
            });
  }

  /** The image's one user is a superuser. */
  private Connection connect() throws SQLException {
    String url =
        "jdbc:postgresql://%s:%d/%s"
            .formatted(ServerAddresses.HOST, postgresPort, ServerAddresses.USER);
    return DriverManager.getConnection(url, ServerAddresses.USER, PASSWORD);
  }

  @Override
  public void stopRedis() {
    docker().stopContainerCmd(redisId).exec();
  }

  @Override
  public void killRedis() {
    docker().killContainerCmd(redisId).exec();
  }

  @Override
  public void startRedis() {
    docker().startContainerCmd(redisId).exec();
    await().until(new RedisPing(redisPort, null)::isAnswered);
  }

  @Override
  public void freezeRedis() {
    docker().pauseContainerCmd(redisId).exec();
  }

  @Override
  public void thawRedis() {
    docker().unpauseContainerCmd(redisId).exec();
  }

  @Override
  public ExtraRedis startExtraRedis() {
    int port = FreePort.next();
    GenericContainer<?> redis = newRedis(port);
    return new ExtraRedis(port, redis::stop);
  }

  private static DockerClient docker() {
    return DockerClientFactory.lazyClient();
  }
}
