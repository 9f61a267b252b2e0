package dev.ordertimeout.worker;

import dev.ordertimeout.platform.health.Degradation;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Says that timers are less punctual while the queue is out. */
@ApplicationScoped
class QueueDegradation implements Degradation {
  private final QueueHealth health;

  QueueDegradation(QueueHealth health) {
    this.health = health;
  }

  @Override
  public Optional<String> reason() {
    return Optional.ofNullable(health.reason())
        .map(reason -> "Redis is out, due orders are taken from the database: " + reason);
  }
}
