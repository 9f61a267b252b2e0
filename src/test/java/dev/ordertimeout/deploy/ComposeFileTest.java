package dev.ordertimeout.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.ordertimeout.deploy.ComposeFile.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ComposeFileTest {

  private Map<String, Service> services;
  private ComposeFile file;

  @BeforeEach
  void read() throws IOException {
    file = ComposeFile.read();
    services = file.services();
  }

  @Test
  void holds_the_service_its_database_and_its_redis() {
    assertThat(services.entrySet().stream().map(e -> entry(e.getKey(), e.getValue().image())))
        .containsExactlyInAnyOrder(
            entry("order-timeout", "order-timeout:local"),
            entry("postgres", "postgres:17-alpine"),
            entry("redis", "redis:8-alpine"));
    assertThat(Path.of(service().build().context(), service().build().dockerfile()))
        .isRegularFile();
  }

  @Test
  void each_has_a_health_check_and_the_service_waits_for_the_others() {
    assertThat(services.values())
        .allSatisfy(service -> assertThat(service.healthcheck().test()).hasSizeGreaterThan(1));
    assertThat(service().dependsOn().keySet()).containsExactlyInAnyOrder("postgres", "redis");
    assertThat(service().dependsOn().values())
        .allSatisfy(it -> assertThat(it.condition()).isEqualTo("service_healthy"));
  }

  @Test
  void the_service_reaches_the_database_as_it_is_set_up() {
    Map<String, String> database = services.get("postgres").environment();
    Map<String, String> environment = service().environment();

    assertThat(environment.keySet()).isSubsetOf(ServiceSettings.environmentNames());
    assertThat(environment)
        .contains(
            entry(
                "QUARKUS_DATASOURCE_JDBC_URL",
                "jdbc:postgresql://postgres:5432/" + database.get("POSTGRES_DB")),
            entry("QUARKUS_DATASOURCE_USERNAME", database.get("POSTGRES_USER")),
            entry("QUARKUS_DATASOURCE_PASSWORD", database.get("POSTGRES_PASSWORD")),
            entry("QUARKUS_REDIS_HOSTS", "redis://redis:6379"));
  }

  @Test
  void redis_keeps_timers_over_a_restart_and_evicts_none() {
    assertThat(services.get("redis").command())
        .containsSequence("--appendonly", "yes")
        .containsSequence("--appendfsync", "everysec")
        .containsSequence("--maxmemory-policy", "noeviction");
  }

  @Test
  void the_data_is_in_named_volumes() {
    assertThat(
            Stream.of("postgres", "redis")
                .flatMap(name -> services.get(name).volumes().stream())
                .map(volume -> volume.substring(0, volume.indexOf(':')))
                .collect(Collectors.toSet()))
        .isEqualTo(file.volumes().keySet())
        .hasSize(2);
  }

  @Test
  void only_this_machine_reaches_the_service_and_nobody_the_rest() {
    assertThat(
            services.values().stream()
                .map(Service::ports)
                .filter(Objects::nonNull)
                .flatMap(ports -> ports.stream()))
        .singleElement()
        .asString()
        .startsWith("127.0.0.1:")
        .endsWith(":8080");
  }

  @Test
  void the_service_gets_more_time_to_stop_than_it_takes() throws IOException {
    assertThat(Duration.parse("PT" + service().stopGracePeriod()))
        .isGreaterThan(ServiceSettings.shutdownTimeout());
  }

  private Service service() {
    return services.get("order-timeout");
  }
}
