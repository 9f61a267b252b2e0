package dev.ordertimeout.worker;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.TaskQueue;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Renews the leases of tasks in hand while a slow batch goes on, from a thread of its own. A
 * renewal that fails is no harm: another worker may take the task, and one of the two does nothing.
 */
@ApplicationScoped
class LeaseKeeper {
  private final TaskQueue queue;
  private final Duration lease;
  private final ScheduledThreadPoolExecutor renewals =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            Thread thread = new Thread(work, "lease-keeper");
            thread.setDaemon(true);
            return thread;
          });

  LeaseKeeper(TaskQueue queue, OrderTimeoutConfig config) {
    this.queue = queue;
    lease = config.worker().lease();
    renewals.setRemoveOnCancelPolicy(true);
  }

  /** Does the work, and keeps the leases of these tasks meanwhile. */
  void keepWhile(List<ClaimedTask> tasks, Runnable work) {
    long every = lease.toMillis() / 3;
    Future<?> renewing =
        renewals.scheduleAtFixedRate(() -> renew(tasks), every, every, TimeUnit.MILLISECONDS);
    try {
      work.run();
    } finally {
      renewing.cancel(false);
    }
  }

  private void renew(List<ClaimedTask> tasks) {
    try {
      queue.renew(tasks, lease);
    } catch (QueueUnavailableException e) {
      // The next claim or settlement meets the same outage and says so; the lease may end
      // meanwhile.
    }
  }

  @PreDestroy
  void stop() {
    renewals.shutdownNow();
  }
}
