package dev.ordertimeout.deploy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code docker-compose.yml}, with only the fields that compose 1.29 and today's both know: a field
 * that is not here, or is misspelt, fails.
 */
record ComposeFile(Map<String, Service> services, Map<String, @Nullable Object> volumes) {

  static ComposeFile read() throws IOException {
    return StrictYaml.read(Path.of("docker-compose.yml"), ComposeFile.class);
  }

  record Service(
      String image,
      @Nullable Build build,
      @JsonProperty("depends_on") @Nullable Map<String, Dependency> dependsOn,
      Map<String, @Nullable String> environment,
      @Nullable List<String> command,
      @Nullable List<String> ports,
      @Nullable List<String> volumes,
      HealthCheck healthcheck,
      @JsonProperty("read_only") boolean readOnly,
      @Nullable List<String> tmpfs,
      @JsonProperty("cap_drop") @Nullable List<String> capDrop,
      @JsonProperty("security_opt") @Nullable List<String> securityOpt,
      String restart,
      @JsonProperty("stop_grace_period") String stopGracePeriod) {}

  record Build(String context, String dockerfile) {}

  record Dependency(String condition) {}

  record HealthCheck(
      List<String> test,
      String interval,
      String timeout,
      int retries,
      @JsonProperty("start_period") String startPeriod) {}
}
