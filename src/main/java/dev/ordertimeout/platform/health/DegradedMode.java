package dev.ordertimeout.platform.health;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether any part of the service is degraded: one source for health, metrics and whoever asks. */
@Singleton
public class DegradedMode {
  private final List<Degradation> parts;

  DegradedMode(@All List<Degradation> parts) {
    this.parts = parts;
  }

  /** Every reason there is, joined; empty while all is well. */
  public Optional<String> reason() {
    String reasons =
        parts.stream()
            .map(Degradation::reason)
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    return reasons.isEmpty() ? Optional.empty() : Optional.of(reasons);
  }

  void register(@Observes StartupEvent started, MeterRegistry meters) {
    Gauge.builder("order_timeout_degraded", this, mode -> mode.reason().isPresent() ? 1 : 0)
        .description("1 while the service works but less punctually than it should")
        .register(meters);
  }
}
