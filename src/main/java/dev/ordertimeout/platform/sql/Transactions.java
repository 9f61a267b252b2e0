package dev.ordertimeout.platform.sql;

import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs work in a transaction of its own on one connection. Statements of Hibernate made inside
 * share that connection. A failure rolls back and comes out as {@link
 * DatabaseUnavailableException}, {@link ContentionException}, or itself.
 */
@ApplicationScoped
public class Transactions {
  private final AgroalDataSource dataSource;
  private final RequestShare share;
  private final PoolFlush flush;

  Transactions(AgroalDataSource dataSource, RequestShare share, PoolFlush flush) {
    this.dataSource = dataSource;
    this.share = share;
    this.flush = flush;
  }

  /** Commits what the work did and returns its result. */
  public <T> T call(Work<T> work) {
    try (RequestShare.Turn turn = share.take()) {
      return QuarkusTransaction.requiringNew().call(() -> onConnection(work));
    } catch (RuntimeException e) {
      throw flush.after(SqlFailures.translate(e));
    }
  }

  private <T> T onConnection(Work<T> work) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return work.on(connection);
    }
  }

  /** What is done in the transaction. */
  @FunctionalInterface
  public interface Work<T> {
    T on(Connection connection) throws SQLException;
  }
}
