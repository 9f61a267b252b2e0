package dev.ordertimeout.platform.health;

import jakarta.inject.Singleton;
import java.util.Optional;

/** A part of the service that is as degraded as a test wants it. */
@Singleton
class SwitchableHealth implements Degradation, HealthWarning {
  private volatile String reason;
  private volatile String warning;

  void set(String reason, String warning) {
    this.reason = reason;
    this.warning = warning;
  }

  @Override
  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  @Override
  public Optional<String> warning() {
    return Optional.ofNullable(warning);
  }
}
