package dev.ordertimeout.platform.health;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks PostgreSQL for a sign of life over a connection of its own: a busy pool is no reason to call
 * the database gone and take a loaded instance out of service.
 */
@Singleton
class PostgresProbe {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final AgroalDataSource service;
  private @Nullable AgroalDataSource own;

  PostgresProbe(AgroalDataSource service) {
    this.service = service;
  }

  /**
   * Returns when it answered. May block for some seconds while a connection is tried.
   *
   * @throws SQLException if it cannot be reached or refuses
   */
  synchronized void ask() throws SQLException {
    AgroalDataSource connections = own;
    if (connections == null) {
      connections = open();
      own = connections;
    }
    connections.getConnection().close();
  }

  @PreDestroy
  synchronized void close() {
    if (own != null) {
      own.close();
    }
  }

  /** One connection with the service's address and credentials, checked whenever it is taken. */
  private AgroalDataSource open() throws SQLException {
    var target = service.getConfiguration().connectionPoolConfiguration();
    var factory =
        new AgroalConnectionFactoryConfigurationSupplier(target.connectionFactoryConfiguration());
    return AgroalDataSource.from(
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                pool ->
                    pool.maxSize(1)
                        .acquisitionTimeout(PATIENCE)
                        .validateOnBorrow(true)
                        .connectionValidator(
                            ConnectionValidator.defaultValidatorWithTimeout(
                                (int) PATIENCE.toSeconds()))
                        .connectionFactoryConfiguration(factory)));
  }
}
