package dev.ordertimeout.worker;

import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import dev.ordertimeout.platform.sql.SqlFile;
import dev.ordertimeout.platform.sql.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Once a second, before it claims anything, a worker makes sure that PostgreSQL answers, reads its
 * clock and which kinds rest; every five seconds it signs that it is alive.
 */
@ApplicationScoped
class WorkerPulse {
  private static final Logger LOG = Logger.getLogger(WorkerPulse.class);
  private static final String SIGN = SqlFile.read("worker_sign");
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration SIGN_EVERY = Duration.ofSeconds(5);

  private final Transactions transactions;
  private final DatabaseClock clock;
  private final RestingKinds resting;
  private final UUID workerId = UUID.randomUUID();
  private volatile long nextBeat = System.nanoTime();
  private volatile long nextSign = System.nanoTime();
  private volatile int holding;

  WorkerPulse(Transactions transactions, DatabaseClock clock, RestingKinds resting) {
    this.transactions = transactions;
    this.clock = clock;
    this.resting = resting;
  }

  /** Beats if it is time to, or if the last beat failed. */
  void beatIfDue() {
    if (System.nanoTime() - nextBeat >= 0) {
      beat();
    }
  }

  /** How many tasks the worker has in hand, for its sign of life. */
  void holding(int tasks) {
    holding = tasks;
  }

  /**
   * @throws dev.ordertimeout.platform.sql.DatabaseUnavailableException if PostgreSQL is out
   */
  void beat() {
    transactions.call(
        connection -> {
          clock.measure(connection);
          resting.refresh(connection);
          return true;
        });
    nextBeat = System.nanoTime() + EVERY.toNanos();
  }

  /** Signs that this worker is alive, if it is time to. */
  void signIfDue() {
    if (System.nanoTime() - nextSign >= 0) {
      transactions.call(this::sign);
      nextSign = System.nanoTime() + SIGN_EVERY.toNanos();
    }
  }

  /** PostgreSQL was found to be out: the next beat must come before the next claim. */
  void missed() {
    nextBeat = System.nanoTime();
  }

  /** Takes this worker off the list of those alive; if that fails, its row goes in a minute. */
  void signOff() {
    try {
      transactions.call(
          connection -> {
            try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM worker WHERE id = ?")) {
              delete.setObject(1, workerId);
              return delete.executeUpdate();
            }
          });
    } catch (DatabaseUnavailableException e) {
      LOG.infof("Could not sign off, others will notice within a minute: %s", e.getMessage());
    }
  }

  private int sign(Connection connection) throws SQLException {
    try (PreparedStatement sign = connection.prepareStatement(SIGN)) {
      sign.setObject(1, workerId);
      sign.setString(2, host());
      sign.setLong(3, ProcessHandle.current().pid());
      sign.setInt(4, holding);
      return sign.executeUpdate();
    }
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
