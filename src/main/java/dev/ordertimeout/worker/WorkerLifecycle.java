package dev.ordertimeout.worker;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/**
 * Starts the loops with the service and stops them before it: while Redis and PostgreSQL are still
 * connected, what is in hand is finished and the rest given back.
 */
@ApplicationScoped
class WorkerLifecycle {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final TimerRelay relay;
  private final WorkerLoop worker;
  private final SweepLoop sweep;
  private final OrderTimeoutConfig config;

  WorkerLifecycle(TimerRelay relay, WorkerLoop worker, SweepLoop sweep, OrderTimeoutConfig config) {
    this.relay = relay;
    this.worker = worker;
    this.sweep = sweep;
    this.config = config;
  }

  void start(@Observes StartupEvent started) {
    relay.start();
    if (config.worker().enabled()) {
      worker.start();
    }
    if (config.sweep().enabled()) {
      sweep.start();
    }
  }

  void stop(@Observes ShutdownEvent stopping) {
    if (config.worker().enabled()) {
      worker.stop(PATIENCE);
    }
    if (config.sweep().enabled()) {
      sweep.stop(PATIENCE);
    }
    relay.stop(PATIENCE);
  }
}
