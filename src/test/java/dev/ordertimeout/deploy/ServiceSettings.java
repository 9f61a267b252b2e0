package dev.ordertimeout.deploy;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import io.quarkus.agroal.runtime.DataSourcesJdbcRuntimeConfig;
import io.quarkus.datasource.runtime.DataSourcesRuntimeConfig;
import io.quarkus.redis.runtime.client.config.RedisConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the service can be told by its environment. */
final class ServiceSettings {

  private static final int ORDINAL = 300;

  private ServiceSettings() {}

  /**
   * The environment variables that set something: the service's own and those of its connections.
   */
  static Set<String> environmentNames() {
    return Stream.of(
            OrderTimeoutConfig.class,
            DataSourcesRuntimeConfig.class,
            DataSourcesJdbcRuntimeConfig.class,
            RedisConfig.class)
        .flatMap(
            type -> ConfigMappings.getProperties(ConfigClass.configClass(type)).keySet().stream())
        .map(property -> property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  /** Reads the service's own settings from such variables; throws on a value that is none. */
  static OrderTimeoutConfig read(Map<String, String> environment) {
    return new SmallRyeConfigBuilder()
        .withMapping(OrderTimeoutConfig.class)
        .withSources(new EnvConfigSource(environment, ORDINAL))
        .build()
        .getConfigMapping(OrderTimeoutConfig.class);
  }

  /** How long the service lets requests in hand go on after SIGTERM. */
  static Duration shutdownTimeout() throws IOException {
    Path properties = Path.of("src/main/resources/application.properties");
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(properties.toUri().toURL()))
        .withConverter(Duration.class, 1, new DurationConverter())
        .build()
        .getValue("quarkus.shutdown.timeout", Duration.class);
  }
}
