package dev.ordertimeout.reconcile;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/** Carries a started run out, writes how it ended, whatever happens, and lets go of the lock. */
@ApplicationScoped
class RunConductor {
  private static final Logger LOG = Logger.getLogger(RunConductor.class);

  private final Reconciliation reconciliation;
  private final RunJournal journal;
  private final Brake brake;
  private final FindingMetrics metrics;
  private final Patience patience;

  RunConductor(
      Reconciliation reconciliation,
      RunJournal journal,
      Brake brake,
      FindingMetrics metrics,
      Patience patience) {
    this.reconciliation = reconciliation;
    this.journal = journal;
    this.brake = brake;
    this.metrics = metrics;
    this.patience = patience;
  }

  /**
   * @param watcher told between two pages how far it is, on this thread
   */
  void conduct(StartedRun started, Consumer<Tally> watcher) {
    brake.enter();
    long repeats = patience.repeats();
    try (started) {
      RunUnderWay run =
          new RunUnderWay(
              started.dryRun(), brake, metrics, List.of(journal.progressOf(started), watcher));
      RunEnd end = carryOut(run);
      // Before the lock is gone: a row that is RUNNING without it would count as abandoned.
      journal.end(started.id(), run.tally(), end);
      log(started, run.tally(), end, patience.repeats() - repeats);
    } finally {
      brake.leave();
    }
  }

  private RunEnd carryOut(RunUnderWay run) {
    try {
      reconciliation.carryOut(run);
      return RunEnd.COMPLETED;
    } catch (RuntimeException e) {
      RunEnd end = RunEnd.of(e);
      if (end.isUnexpected(e)) {
        LOG.error("A reconciliation failed", e);
      } else {
        LOG.debug("A reconciliation ended early", e);
      }
      return end;
    }
  }

  private static void log(StartedRun started, Tally tally, RunEnd end, long repeats) {
    LOG.infof(
        "Reconciliation %s%s: %s%s; %d orders, %d entries, %s, %d repaired%s",
        started.id(),
        started.dryRun() ? " (dry run)" : "",
        end.status(),
        end.error() == null ? "" : " (" + end.error() + ")",
        tally.orders(),
        tally.entries(),
        tally.findings(),
        tally.repaired(),
        repeats == 0 ? "" : "; Redis had to be asked again " + repeats + " times");
  }
}
