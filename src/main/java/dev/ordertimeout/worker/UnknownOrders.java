package dev.ordertimeout.worker;

import dev.ordertimeout.task.TaskId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** Notes tasks whose order does not exist: forged, or of another deployment. */
@ApplicationScoped
class UnknownOrders {
  private static final Logger LOG = Logger.getLogger(UnknownOrders.class);

  private final TaskMetrics metrics;
  private final AtomicBoolean warned = new AtomicBoolean();

  UnknownOrders(TaskMetrics metrics) {
    this.metrics = metrics;
  }

  void dropped(TaskId task) {
    metrics.unknown(task.kind());
    if (!warned.getAndSet(true)) {
      LOG.warnf(
          "%s names an order that does not exist and is dropped, as all like it will be. Does another"
              + " deployment use the same order-timeout.queue.prefix on this Redis?",
          task);
    }
  }
}
