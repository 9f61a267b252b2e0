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
  private final WorkerPulse pulse;
  private final OrderTimeoutConfig config;

  WorkerLifecycle(
      TimerRelay relay,
      WorkerLoop worker,
      SweepLoop sweep,
      WorkerPulse pulse,
      OrderTimeoutConfig config) {
    this.relay = relay;
    this.worker = worker;
    this.sweep = sweep;
    this.pulse = pulse;
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
    long patienceEnds = System.nanoTime() + PATIENCE.toNanos();
    worker.askToStop();
    sweep.askToStop();
    if (config.worker().enabled()) {
      worker.stop(until(patienceEnds));
      pulse.signOff();
    }
    if (config.sweep().enabled()) {
      sweep.stop(until(patienceEnds));
    }
    relay.stop(until(patienceEnds));
  }

  private static Duration until(long nanoTime) {
    return Duration.ofNanos(Math.max(1_000_000, nanoTime - System.nanoTime()));
  }
}
