package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.AfterCommit;
import dev.ordertimeout.platform.sql.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts reconciliations, one at a time in the whole deployment, and knows the earlier ones. */
@ApplicationScoped
public class ReconciliationService {
  private final RunStarter starter;
  private final RunConductor conductor;
  private final Runs runs;
  private final Transactions transactions;
  private final AfterCommit afterCommit;

  ReconciliationService(
      RunStarter starter,
      RunConductor conductor,
      Runs runs,
      Transactions transactions,
      AfterCommit afterCommit) {
    this.starter = starter;
    this.conductor = conductor;
    this.runs = runs;
    this.transactions = transactions;
    this.afterCommit = afterCommit;
  }

  /**
   * Starts a run on a thread of its own, once its row is committed.
   *
   * @param dryRun whether it only looks
   * @param operator who asks for it; null if nobody does
   * @return the run as it begins
   * @throws ProblemException reconciliation-running if one runs already, here or elsewhere
   */
  public Run start(boolean dryRun, @Nullable String operator) {
    StartedRun started = starter.start(dryRun, operator);
    afterCommit.run(() -> conductInBackground(started), started::close);
    return get(started.id());
  }

  private void conductInBackground(StartedRun started) {
    Thread thread = new Thread(() -> conductor.conduct(started, tally -> {}), "reconciliation");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Carries a run out on this thread; otherwise as {@link #start}.
   *
   * @param watcher told between two pages how far it is
   * @return the run as it ended
   */
  Run runHere(boolean dryRun, String operator, Consumer<Tally> watcher) {
    StartedRun started = starter.start(dryRun, operator);
    conductor.conduct(started, watcher);
    return get(started.id());
  }

  /**
   * @throws ProblemException not-found
   */
  public Run get(UUID id) {
    return transactions
        .call(connection -> runs.find(connection, id))
        .orElseThrow(
            () -> new ProblemException(ProblemCode.NOT_FOUND, "There is no reconciliation " + id));
  }

  /**
   * Runs, the newest first.
   *
   * @param before where the page before ended; null for the first page
   */
  public List<Run> page(@Nullable Position before, int most) {
    return transactions.call(connection -> runs.page(connection, before, most));
  }

  /** Where in the list of the runs one stands. */
  public record Position(Instant startedAt, UUID id) {}
}
