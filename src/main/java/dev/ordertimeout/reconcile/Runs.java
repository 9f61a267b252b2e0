package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.sql.AdvisoryLock;
import dev.ordertimeout.platform.sql.SqlFile;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the runs. A run whose process died shows as interrupted as soon as its lock is gone.
 */
@ApplicationScoped
class Runs {
  private static final String SELECT = SqlFile.read("reconcile_runs");
  private static final String PROGRESS = SqlFile.read("reconcile_progress");
  private static final String INTERRUPT_ABANDONED =
      "UPDATE reconciliation_run SET status = 'INTERRUPTED', finished_at = clock_timestamp()"
          + " WHERE status = 'RUNNING'";
  private static final String INSERT =
      "INSERT INTO reconciliation_run (id, status, dry_run, started_at)"
          + " VALUES (?, 'RUNNING', ?, clock_timestamp())";
  private static final String BEFORE =
      " WHERE (started_at, id) < (?, ?::uuid) ORDER BY started_at DESC, id DESC LIMIT ?";
  private static final OffsetDateTime LAST_TIME =
      OffsetDateTime.of(9999, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
  private static final UUID LAST_ID = new UUID(-1, -1);

  /** Begins a run. Whoever calls it holds the lock, so runs that never ended were abandoned. */
  void begin(Connection connection, UUID id, boolean dryRun) throws SQLException {
    try (PreparedStatement interrupt = connection.prepareStatement(INTERRUPT_ABANDONED);
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      interrupt.executeUpdate();
      insert.setObject(1, id);
      insert.setBoolean(2, dryRun);
      insert.executeUpdate();
    }
  }

  /**
   * Writes how far a run is, or how it ended.
   *
   * @return false if somebody else has ended it, having found it abandoned
   */
  boolean write(Connection connection, UUID id, Tally tally, RunEnd end) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(PROGRESS)) {
      update.setLong(1, tally.orders());
      update.setLong(2, tally.entries());
      Findings findings = tally.findings();
      int next = 3;
      for (Finding finding : Finding.values()) {
        update.setLong(next++, findings.of(finding));
      }
      update.setLong(next++, tally.repaired());
      update.setString(next++, end.status().name());
      update.setString(next++, end.status().name());
      update.setString(next++, end.error());
      update.setObject(next, id);
      return update.executeUpdate() == 1;
    }
  }

  Optional<Run> find(Connection connection, UUID id) throws SQLException {
    List<Run> found = select(connection, id);
    if (found.size() == 1 && isAbandoned(found.get(0))) {
      // A run that ends lets go of its lock after it has said so; read again, it has.
      found = select(connection, id);
    }
    return found.stream().findFirst();
  }

  /** The run that holds the lock, if its row says so yet or still. */
  Optional<Run> underWay(Connection connection) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(SELECT + " WHERE status = 'RUNNING'")) {
      select.setInt(1, AdvisoryLock.RECONCILIATION);
      return runs(select).stream().filter(run -> !isAbandoned(run)).findFirst();
    }
  }

  /** The newest first, from before that one on; the newest of all if it is null. */
  List<Run> page(Connection connection, ReconciliationService.@Nullable Position before, int most)
      throws SQLException {
    List<Run> page = new ArrayList<>();
    for (Run run : select(connection, before, most)) {
      page.add(isAbandoned(run) ? find(connection, run.id()).orElse(run) : run);
    }
    return page;
  }

  private static boolean isAbandoned(Run run) {
    return run.status() == RunStatus.INTERRUPTED && run.finishedAt() == null;
  }

  private static List<Run> select(Connection connection, UUID id) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SELECT + " WHERE id = ?")) {
      select.setInt(1, AdvisoryLock.RECONCILIATION);
      select.setObject(2, id);
      return runs(select);
    }
  }

  private static List<Run> select(
      Connection connection, ReconciliationService.@Nullable Position before, int most)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SELECT + BEFORE)) {
      select.setInt(1, AdvisoryLock.RECONCILIATION);
      if (before == null) {
        select.setObject(2, LAST_TIME);
        select.setObject(3, LAST_ID);
      } else {
        select.setObject(2, before.startedAt().atOffset(ZoneOffset.UTC));
        select.setObject(3, before.id());
      }
      select.setInt(4, most);
      return runs(select);
    }
  }

  private static List<Run> runs(PreparedStatement select) throws SQLException {
    List<Run> runs = new ArrayList<>();
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        runs.add(run(row));
      }
    }
    return runs;
  }

  private static Run run(ResultSet row) throws SQLException {
    RunStatus status = RunStatus.valueOf(row.getString("status"));
    return new Run(
        row.getObject("id", UUID.class),
        row.getBoolean("abandoned") ? RunStatus.INTERRUPTED : status,
        row.getBoolean("dry_run"),
        row.getTimestamp("started_at").toInstant(),
        status == RunStatus.RUNNING ? null : row.getTimestamp("finished_at").toInstant(),
        row.getLong("scanned_orders"),
        row.getLong("scanned_entries"),
        findings(row),
        row.getLong("repaired"),
        row.getString("error"));
  }

  private static Findings findings(ResultSet row) throws SQLException {
    return new Findings(
        row.getLong("overdue"),
        row.getLong("missing"),
        row.getLong("drifted"),
        row.getLong("ghost"),
        row.getLong("orphaned"));
  }
}
