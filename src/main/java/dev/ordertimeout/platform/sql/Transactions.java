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
  private final Joints joints;

  Transactions(AgroalDataSource dataSource, RequestShare share, PoolFlush flush, Joints joints) {
    this.dataSource = dataSource;
    this.share = share;
    this.flush = flush;
    this.joints = joints;
  }

  /**
   * Commits what the work did and returns its result. Within {@link #joint} it is a part of that
   * transaction: a failure still undoes this work alone, but only the whole commits.
   */
  public <T> T call(Work<T> work) {
    Joint joint = joints.underWay();
    return joint == null
        ? inTransaction(() -> onConnection(work))
        : translated(() -> onConnection(connection -> joint.part(connection, work)));
  }

  /** Commits what the work did together with every {@link #call} made inside, or nothing. */
  public <T> T joint(JointWork<T> work) {
    return inTransaction(
        () -> {
          Joint joint = joints.begin();
          return onConnection(connection -> work.on(connection, joint));
        });
  }

  private <T> T inTransaction(Attempt<T> attempt) {
    return translated(
        () -> {
          RequestShare.Turn turn = share.take();
          try (turn) {
            return QuarkusTransaction.requiringNew().call(attempt::make);
          }
        });
  }

  private <T> T translated(Attempt<T> attempt) {
    try {
      return attempt.make();
    } catch (RuntimeException e) {
      throw flush.after(SqlFailures.translate(e));
    } catch (SQLException e) {
      throw flush.after(SqlFailures.translate(new IllegalStateException(e)));
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

  /** What is done in a transaction that calls made inside it join. */
  @FunctionalInterface
  public interface JointWork<T> {
    T on(Connection connection, Joint joint) throws SQLException;
  }

  @FunctionalInterface
  private interface Attempt<T> {
    T make() throws SQLException;
  }
}
