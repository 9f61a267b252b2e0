package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.platform.web.OperatorActions;
import dev.ordertimeout.platform.web.Rfc3339;
import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.narayana.jta.QuarkusTransactionException;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes the lock of the reconciliation, then writes the run's row. */
@ApplicationScoped
class RunStarter {
  private static final int MOST_TRIES = 20;
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final AgroalDataSource dataSource;
  private final Transactions transactions;
  private final Runs runs;
  private final OperatorActions actions;
  private final Brake brake;

  RunStarter(
      AgroalDataSource dataSource,
      Transactions transactions,
      Runs runs,
      OperatorActions actions,
      Brake brake) {
    this.dataSource = dataSource;
    this.transactions = transactions;
    this.runs = runs;
    this.actions = actions;
    this.brake = brake;
  }

  /**
   * @param operator who asked for it; null if nobody did
   * @throws ProblemException reconciliation-running if one runs, here or elsewhere
   */
  StartedRun start(boolean dryRun, @Nullable String operator) {
    RunLock lock = lock();
    UUID id = UUID.randomUUID();
    boolean begun = false;
    try {
      begin(id, dryRun, operator);
      begun = true;
      return new StartedRun(id, dryRun, lock);
    } finally {
      if (!begun) {
        QuarkusTransaction.suspendingExisting().run(lock::close);
      }
    }
  }

  /** Waits for a run that has said that it ended and is about to let go; for no other. */
  private RunLock lock() {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      RunLock lock = tryLock();
      if (lock != null) {
        return lock;
      }
      transactions.call(connection -> refuseIfUnderWay(runs.underWay(connection)));
      if (brake.isPulledWithin(PAUSE)) {
        break;
      }
    }
    return transactions.call(
        connection -> {
          throw running("Another reconciliation is being started");
        });
  }

  /** In a transaction, which is rolled back: that a run is under way is no answer to keep. */
  private static boolean refuseIfUnderWay(Optional<Run> other) {
    other.ifPresent(
        run -> {
          throw running(
              "Reconciliation %s is under way since %s"
                  .formatted(run.id(), Rfc3339.format(run.startedAt())));
        });
    return true;
  }

  /** A transaction would take the connection along, and the lock, which is to outlive it. */
  private @Nullable RunLock tryLock() {
    try {
      return QuarkusTransaction.suspendingExisting().call(() -> RunLock.tryTake(dataSource));
    } catch (QuarkusTransactionException e) {
      if (e.getCause() instanceof SQLException sql) {
        throw new DatabaseUnavailableException(sql);
      }
      throw e;
    }
  }

  private static ProblemException running(String detail) {
    return new ProblemException(ProblemCode.RECONCILIATION_RUNNING, detail);
  }

  private void begin(UUID id, boolean dryRun, @Nullable String operator) {
    transactions.call(
        connection -> {
          runs.begin(connection, id, dryRun);
          if (operator != null) {
            actions.record(
                connection,
                operator,
                "START_RECONCILIATION",
                id.toString(),
                Map.of("dryRun", dryRun));
          }
          return true;
        });
  }
}
