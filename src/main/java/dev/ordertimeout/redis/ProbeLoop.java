package dev.ordertimeout.redis;

import dev.ordertimeout.platform.BackgroundLoop;
import dev.ordertimeout.task.QueueUnavailableException;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Probes Redis while the circuit is open, at once and then every second, one probe at a time and on
 * a thread of its own: no request and no loop pays for it.
 */
@ApplicationScoped
class ProbeLoop {
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration UNTIL_WOKEN = Duration.ofHours(1);

  private final Circuit circuit;
  private final Probe probe;
  private final AtomicBoolean started = new AtomicBoolean();
  private final BackgroundLoop loop = new BackgroundLoop("redis-probe", this::step);

  ProbeLoop(Circuit circuit, Probe probe) {
    this.circuit = circuit;
    this.probe = probe;
  }

  /** To be called when the circuit has opened. */
  void begin() {
    if (started.compareAndSet(false, true)) {
      loop.start();
    } else {
      loop.wake();
    }
  }

  void stop(@Observes ShutdownEvent stopping) {
    loop.askToStop();
  }

  private Duration step() {
    long began = System.nanoTime();
    if (circuit.isOpen()) {
      probe();
    }
    return circuit.isOpen() ? EVERY.minusNanos(System.nanoTime() - began) : UNTIL_WOKEN;
  }

  private void probe() {
    try {
      probe.run();
      circuit.probed();
    } catch (QueueUnavailableException e) {
      circuit.failed(e);
    }
  }
}
