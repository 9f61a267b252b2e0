package dev.ordertimeout.platform.health;

import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Shows in readiness what is degraded or deserves a warning. Always up: a degraded instance serves,
 * and taking it away would help nobody.
 */
@Readiness
@Singleton
class PunctualityCheck implements HealthCheck {
  private final DegradedMode mode;
  private final List<HealthWarning> warnings;

  PunctualityCheck(DegradedMode mode, @All List<HealthWarning> warnings) {
    this.mode = mode;
    this.warnings = warnings;
  }

  @Override
  public HealthCheckResponse call() {
    Optional<String> reason = mode.reason();
    HealthCheckResponseBuilder answer =
        HealthCheckResponse.named("punctuality").up().withData("degraded", reason.isPresent());
    reason.ifPresent(text -> answer.withData("reason", text));
    String warning =
        warnings.stream()
            .map(HealthWarning::warning)
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    if (!warning.isEmpty()) {
      answer.withData("warning", warning);
    }
    return answer.build();
  }
}
