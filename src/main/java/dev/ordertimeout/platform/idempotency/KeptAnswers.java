package dev.ordertimeout.platform.idempotency;

import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.AdvisoryLock;
import dev.ordertimeout.platform.sql.SqlFile;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The answers that were given under keys, for 24 hours by the database's clock. */
@Singleton
class KeptAnswers {
  private static final String FIND = SqlFile.read("idempotency_find");
  private static final String KEEP = SqlFile.read("idempotency_keep");
  private static final String FORGET = SqlFile.read("idempotency_forget");

  /**
   * Keeps every other request with this key out until the transaction ends, then looks the key up.
   *
   * @return what the request was answered before; empty if it never was
   * @throws ProblemException idempotency-key-in-use, or idempotency-key-reused
   */
  Optional<Answer> find(Connection connection, KeyedRequest request) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setInt(1, AdvisoryLock.IDEMPOTENCY_KEY);
      find.setInt(2, request.lock());
      find.setString(3, request.caller());
      find.setString(4, request.route().name());
      find.setString(5, request.key());
      find.execute();
      try (ResultSet locked = find.getResultSet()) {
        locked.next();
        if (!locked.getBoolean(1)) {
          throw request.inUse();
        }
      }
      find.getMoreResults();
      try (ResultSet kept = find.getResultSet()) {
        return kept.next() ? Optional.of(answer(kept, request)) : Optional.empty();
      }
    }
  }

  /** Keeps the answer for as long as the connection's transaction stands. */
  void keep(Connection connection, KeyedRequest request, Answer answer) throws SQLException {
    try (PreparedStatement keep = connection.prepareStatement(KEEP)) {
      keep.setString(1, request.caller());
      keep.setString(2, request.route().name());
      keep.setString(3, request.key());
      keep.setString(4, request.fingerprint());
      keep.setInt(5, answer.status());
      keep.setString(6, answer.location());
      keep.setString(7, answer.contentType());
      keep.setString(8, answer.body());
      if (keep.executeUpdate() != 1) {
        // The lock should have kept the other one out; the unique key still does.
        throw new IllegalStateException("Answered twice under one key: " + request);
      }
    }
  }

  /**
   * Forgets answers that are kept no longer.
   *
   * @return how many; fewer than {@code most} if no more are left
   */
  int forget(Connection connection, int most) throws SQLException {
    try (PreparedStatement forget = connection.prepareStatement(FORGET)) {
      forget.setInt(1, most);
      return forget.executeUpdate();
    }
  }

  private static Answer answer(ResultSet kept, KeyedRequest request) throws SQLException {
    if (!kept.getString("fingerprint").equals(request.fingerprint())) {
      throw request.reused();
    }
    return new Answer(
        kept.getInt("status"),
        kept.getString("location"),
        kept.getString("content_type"),
        kept.getString("body"));
  }
}
