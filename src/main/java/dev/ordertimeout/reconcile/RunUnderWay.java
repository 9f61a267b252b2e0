package dev.ordertimeout.reconcile;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The run that this process is carrying out: what it may do, what it has counted, who is told, and
 * whether it shall end.
 */
final class RunUnderWay {
  private final boolean dryRun;
  private final Brake brake;
  private final FindingMetrics metrics;
  private final List<Consumer<Tally>> watchers;
  private final Tally tally = new Tally();

  /**
   * @param watchers told between two pages, on the thread of the run; what they throw ends it
   */
  RunUnderWay(boolean dryRun, Brake brake, FindingMetrics metrics, List<Consumer<Tally>> watchers) {
    this.dryRun = dryRun;
    this.brake = brake;
    this.metrics = metrics;
    this.watchers = watchers;
  }

  /** Whether it may only look. */
  boolean dryRun() {
    return dryRun;
  }

  Tally tally() {
    return tally;
  }

  /** Counts findings that were looked at twice. */
  void found(Finding finding, int count, int repaired) {
    if (count > 0) {
      tally.found(finding, count);
      tally.repaired(repaired);
      metrics.found(finding, count);
    }
  }

  /**
   * To be passed between two pages.
   *
   * @throws InterruptedRunException if the process is asked to end
   */
  void checkpoint() {
    if (brake.isPulled()) {
      throw new InterruptedRunException();
    }
    watchers.forEach(watcher -> watcher.accept(tally));
  }

  /** Waits; fails as {@link #checkpoint} does. */
  void rest(Duration time) {
    if (brake.isPulledWithin(time)) {
      throw new InterruptedRunException();
    }
  }
}
