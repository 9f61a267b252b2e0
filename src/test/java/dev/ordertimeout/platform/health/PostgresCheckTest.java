package dev.ordertimeout.platform.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

/** Without PostgreSQL readiness says so, soon. */
class PostgresCheckTest {

  @Test
  void a_server_that_takes_connections_and_says_nothing_is_down_within_a_second_each_time()
      throws IOException, SQLException {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        AgroalDataSource service = dataSource(mute.getLocalPort())) {
      PostgresCheck check = new PostgresCheck(new PostgresProbe(service));

      for (int probe = 0; probe < 3; probe++) {
        long start = System.nanoTime();
        assertDown(check.call(), "no answer");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(1500));
      }
      check.stop();
    }
  }

  @Test
  void a_server_that_is_gone_is_down_at_once() throws IOException, SQLException {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    try (AgroalDataSource service = dataSource(port)) {
      PostgresCheck check = new PostgresCheck(new PostgresProbe(service));

      assertDown(check.call(), "SQLSTATE 08001");
      check.stop();
    }
  }

  private static void assertDown(HealthCheckResponse response, String reason) {
    assertThat(response.getStatus()).isEqualTo(Status.DOWN);
    assertThat(response.getData().orElseThrow().get("reason")).asString().startsWith(reason);
  }

  private static AgroalDataSource dataSource(int port) throws SQLException {
    return AgroalDataSource.from(
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                pool ->
                    pool.maxSize(1)
                        .connectionFactoryConfiguration(
                            target ->
                                target.jdbcUrl(
                                    "jdbc:postgresql://localhost:" + port + "/orders"))));
  }
}
