package dev.ordertimeout.worker;

import dev.ordertimeout.platform.sql.SqlFailures;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector.Counts;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Publishes how the timers stand; looked up every ten seconds, not once per scrape. */
@ApplicationScoped
class TimeoutGauges {
  private static final double MS_PER_SECOND = 1_000;

  private final TimeoutStatus status;
  private final Map<TaskKind, Standing> standings = new ConcurrentHashMap<>();

  TimeoutGauges(TimeoutStatus status, ClaimPlanner planner, MeterRegistry registry) {
    this.status = status;
    Gauge.builder(
            "order_timeout_clock_difference_seconds",
            planner,
            self -> self.clockDifferenceMs() / MS_PER_SECOND)
        .description("the database's clock minus the queue's")
        .register(registry);
    for (TaskKind kind : TaskKind.values()) {
      state(registry, kind, "scheduled", Counts::scheduled);
      state(registry, kind, "due", Counts::due);
      state(registry, kind, "leased", Counts::leased);
      state(registry, kind, "retrying", Counts::retrying);
      gauge(
          registry,
          kind,
          "order_timeout_oldest_due_age_seconds",
          standing -> ofQueue(standing, counts -> counts.oldestDueAgeMs() / MS_PER_SECOND));
      gauge(registry, kind, "order_timeout_dead_tasks", Standing::dead);
    }
  }

  @Scheduled(every = "10s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void refresh() {
    try {
      Map<TaskKind, Counts> queue = status.queue();
      for (TaskKind kind : TaskKind.values()) {
        standings.put(kind, new Standing(queue.get(kind), status.dead(kind)));
      }
    } catch (RuntimeException e) {
      if (!SqlFailures.isUnavailable(e)) {
        throw e;
      }
      standings.clear(); // The worker says that PostgreSQL is out.
    }
  }

  private void state(
      MeterRegistry registry, TaskKind kind, String state, ToDoubleFunction<Counts> of) {
    Gauge.builder("order_timeout_tasks", () -> ofQueue(standings.get(kind), of))
        .tag("kind", kind.name())
        .tag("state", state)
        .register(registry);
  }

  private void gauge(
      MeterRegistry registry, TaskKind kind, String name, ToDoubleFunction<Standing> of) {
    Gauge.builder(
            name,
            () -> {
              Standing standing = standings.get(kind);
              return standing == null ? Double.NaN : of.applyAsDouble(standing);
            })
        .tag("kind", kind.name())
        .register(registry);
  }

  private static double ofQueue(@Nullable Standing standing, ToDoubleFunction<Counts> of) {
    return standing == null || standing.queue() == null
        ? Double.NaN
        : of.applyAsDouble(standing.queue());
  }

  /**
   * A kind as last looked up.
   *
   * @param queue null while the queue is out
   */
  private record Standing(@Nullable Counts queue, long dead) {}
}
