package dev.ordertimeout.worker;

import dev.ordertimeout.task.TaskKind;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import java.util.EnumSet;
import java.util.Set;
import org.jboss.logging.Logger;

/** Counts timers that the queue had lost, and tells whoever can look for more of them. */
@ApplicationScoped
class Absences {
  private static final Logger LOG = Logger.getLogger(Absences.class);

  private final TaskMetrics metrics;
  private final Event<TimersFoundMissing> found;
  private final Set<TaskKind> losing = EnumSet.noneOf(TaskKind.class);

  Absences(TaskMetrics metrics, Event<TimersFoundMissing> found) {
    this.metrics = metrics;
    this.found = found;
  }

  void counted(TaskKind kind, int absent) {
    if (absent == 0) {
      losing.remove(kind);
      return;
    }
    metrics.absentAhead(kind, absent);
    if (losing.add(kind)) {
      LOG.warnf(
          "Redis had lost %d %s timers that are about to be due; they are put back, and a"
              + " reconciliation is asked for to put back the rest",
          absent, kind);
    }
    found.fireAsync(new TimersFoundMissing(absent));
  }
}
