package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import dev.ordertimeout.platform.sql.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/** Writes into a run's row how far it is and how it ended. */
@ApplicationScoped
class RunJournal {
  private static final Logger LOG = Logger.getLogger(RunJournal.class);
  private static final Duration EVERY = Duration.ofSeconds(1);

  /** How often, a second apart, it tries to say how a run ended; a restart takes less. */
  private static final int TRIES = 30;

  private final Runs runs;
  private final Transactions transactions;
  private final DatabaseClock clock;
  private final Brake brake;

  RunJournal(Runs runs, Transactions transactions, DatabaseClock clock, Brake brake) {
    this.runs = runs;
    this.transactions = transactions;
    this.clock = clock;
    this.brake = brake;
  }

  /**
   * Writes progress once a second, through the connection that holds the lock: a run that lost it
   * fails there.
   */
  Consumer<Tally> progressOf(StartedRun started) {
    return new Consumer<>() {
      private long next = System.nanoTime() + EVERY.toNanos();

      @Override
      public void accept(Tally tally) {
        if (System.nanoTime() - next >= 0) {
          write(started, tally);
          next = System.nanoTime() + EVERY.toNanos();
        }
      }
    };
  }

  private void write(StartedRun started, Tally tally) {
    Connection connection = started.lock().connection();
    try {
      clock.measure(connection);
      if (!runs.write(connection, started.id(), tally, RunEnd.NOT_YET)) {
        throw new IllegalStateException("Run " + started.id() + " was ended by somebody else");
      }
    } catch (SQLException e) {
      throw new DatabaseUnavailableException(e);
    }
  }

  /** Says how the run ended; if PostgreSQL is out, waits for it for a while. */
  void end(UUID id, Tally tally, RunEnd end) {
    for (int tries = 1; !tryToEnd(id, tally, end); tries++) {
      if (tries == TRIES || brake.isPulledWithin(EVERY)) {
        LOG.warnf("PostgreSQL is out; reconciliation %s will show as interrupted", id);
        return;
      }
    }
  }

  private boolean tryToEnd(UUID id, Tally tally, RunEnd end) {
    try {
      transactions.call(connection -> runs.write(connection, id, tally, end));
      return true;
    } catch (DatabaseUnavailableException e) {
      return false;
    }
  }
}
