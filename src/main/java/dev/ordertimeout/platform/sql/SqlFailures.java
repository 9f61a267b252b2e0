package dev.ordertimeout.platform.sql;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells from a failure's SQLSTATE whether PostgreSQL is out, was contended for, or refused a row.
 */
public final class SqlFailures {
  /** Connection, resources, operator intervention, system error. */
  private static final Set<String> OUT_CLASSES = Set.of("08", "53", "58");

  /** read_only_sql_transaction: a standby answers where the primary was. */
  private static final String READ_ONLY = "25006";

  /** query_canceled: a statement ran into its time-out, as when the disk stalls. */
  private static final String TIMED_OUT = "57014";

  private static final Set<String> CONTENTION = Set.of("40001", "40P01", "55P03");
  private static final String UNIQUE_VIOLATION = "23505";
  private static final int MOST_CAUSES = 20;

  private SqlFailures() {}

  /**
   * The same failure as the rest of the service knows it; what is neither is returned unchanged.
   */
  static RuntimeException translate(RuntimeException failure) {
    if (alreadyTranslated(failure)) {
      return failure;
    }
    SQLException sql = cause(failure, SQLException.class);
    if (sql == null) {
      // No statement failed, the commit did: the connection was lost under it, or it took too long.
      Throwable commit = commitFailure(failure);
      return commit == null ? failure : new DatabaseUnavailableException(commit);
    }
    if (isOut(sql)) {
      return new DatabaseUnavailableException(sql);
    }
    return CONTENTION.contains(state(sql)) ? new ContentionException(sql) : failure;
  }

  /** Whether the failure is a row that broke the given UNIQUE constraint. */
  public static boolean violates(Throwable failure, String constraint) {
    SQLException sql = cause(failure, SQLException.class);
    return sql != null
        && UNIQUE_VIOLATION.equals(state(sql))
        && String.valueOf(sql.getMessage()).contains("\"" + constraint + "\"");
  }

  /** Whether the failure says that PostgreSQL cannot be used, however deep it says so. */
  public static boolean isUnavailable(Throwable failure) {
    if (failure instanceof DatabaseUnavailableException) {
      return true;
    }
    SQLException sql = cause(failure, SQLException.class);
    return sql != null && isOut(sql);
  }

  /** Whether a connection was lost, and with it probably all others. */
  static boolean cutConnections(Throwable failure) {
    SQLException sql = cause(failure, SQLException.class);
    return sql != null && (state(sql).startsWith("08") || state(sql).startsWith("57P"));
  }

  private static boolean isOut(SQLException sql) {
    String state = state(sql);
    boolean noConnection = sql instanceof SQLTransientConnectionException || state.isEmpty();
    return noConnection
        || state.equals(READ_ONLY)
        || state.equals(TIMED_OUT)
        || state.startsWith("57P")
        || (state.length() == 5 && OUT_CLASSES.contains(state.substring(0, 2)));
  }

  private static boolean alreadyTranslated(RuntimeException failure) {
    return failure instanceof DatabaseUnavailableException
        || failure instanceof ContentionException;
  }

  private static String state(SQLException sql) {
    String state = sql.getSQLState();
    return state == null ? "" : state;
  }

  private static @Nullable Throwable commitFailure(Throwable failure) {
    Throwable rolledBack = cause(failure, RollbackException.class);
    return rolledBack != null ? rolledBack : cause(failure, SystemException.class);
  }

  private static <T extends Throwable> @Nullable T cause(Throwable failure, Class<T> type) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      if (type.isInstance(cause)) {
        return type.cast(cause);
      }
      cause = cause.getCause();
    }
    return null;
  }
}
