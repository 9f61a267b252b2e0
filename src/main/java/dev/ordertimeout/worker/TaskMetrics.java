package dev.ordertimeout.worker;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Locale;

/** Counts what the timers came to. No ids as labels: their number would grow with the orders. */
@ApplicationScoped
class TaskMetrics {
  private final MeterRegistry registry;

  TaskMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void outcome(TaskKind kind, EventSource source, TaskOutcome outcome) {
    registry
        .counter(
            "order_timeout_tasks_applied",
            "kind",
            kind.name(),
            "source",
            source.name().toLowerCase(Locale.ROOT),
            "outcome",
            label(outcome))
        .increment();
  }

  /** How late a transition was, by the database's clock, measured after its commit returned. */
  void lateness(TaskKind kind, double latenessMs) {
    Timer.builder("order_timeout_lateness")
        .tag("kind", kind.name())
        .publishPercentileHistogram()
        .minimumExpectedValue(Duration.ofMillis(1))
        .maximumExpectedValue(Duration.ofMinutes(10))
        .register(registry)
        .record(Duration.ofNanos((long) (Math.max(0, latenessMs) * 1_000_000)));
  }

  void leasesExpired(int count) {
    registry.counter("order_timeout_leases_expired").increment(count);
  }

  void absentAhead(TaskKind kind, int count) {
    registry.counter("order_timeout_lookahead_absent", "kind", kind.name()).increment(count);
  }

  void unknown(TaskKind kind) {
    registry.counter("order_timeout_unknown_orders", "kind", kind.name()).increment();
  }

  void undelivered(int count) {
    registry.counter("order_timeout_timers_undelivered").increment(count);
  }

  private static String label(TaskOutcome outcome) {
    if (outcome instanceof TaskOutcome.NotYet) {
      return "not_yet";
    }
    return outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }
}
