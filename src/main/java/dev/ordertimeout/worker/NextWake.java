package dev.ordertimeout.worker;

import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.task.Task;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;

/** Wakes the worker early when this process schedules a task that is due before it would wake. */
@ApplicationScoped
class NextWake {
  private final DatabaseClock clock;
  private volatile double wakesAtMs = Double.MAX_VALUE;
  private volatile Runnable wake = () -> {};

  NextWake(DatabaseClock clock) {
    this.clock = clock;
  }

  void onEarlier(Runnable wake) {
    this.wake = wake;
  }

  /** The worker is about to sleep for this long. */
  void sleeping(Duration duration) {
    wakesAtMs = clock.nowMs() + duration.toMillis();
  }

  /** The worker is about to look; what is scheduled meanwhile, it may have missed. */
  void looking() {
    wakesAtMs = Double.MAX_VALUE;
  }

  void scheduled(Collection<Task> tasks) {
    if (tasks.stream().anyMatch(task -> task.dueAtMs() < wakesAtMs)) {
      wake.run();
    }
  }
}
