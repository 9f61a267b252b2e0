package dev.ordertimeout.worker;

import dev.ordertimeout.platform.sql.AdvisoryLock;
import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks a little ahead in the rows, to see that what is about to be due stands in the queue. So a
 * queue that lost timers, all or some, is punctual again within seconds. One instance at a time.
 */
@ApplicationScoped
public class LookAhead {
  private static final Duration AHEAD = Duration.ofSeconds(3);

  /** A timer is on its way to the queue for a moment after its order was placed. */
  private static final Duration ON_ITS_WAY = Duration.ofSeconds(2);

  /** For so long, at least, the rescue leaves what is overdue to the queue. */
  private static final Duration LOST_LATELY = Duration.ofSeconds(2);

  private static final int PAGE = 1_000;

  private final Transactions transactions;
  private final DatabaseClock clock;
  private final TaskRows rows;
  private final TaskQueue queue;
  private final Absences absences;
  private long seenUntilMs;

  LookAhead(
      Transactions transactions,
      DatabaseClock clock,
      TaskRows rows,
      TaskQueue queue,
      Absences absences) {
    this.transactions = transactions;
    this.clock = clock;
    this.rows = rows;
    this.queue = queue;
    this.absences = absences;
  }

  /**
   * Looks at the time that came into view since the last look; if timers are absent there, also at
   * what came into view before, and fell due since.
   *
   * @return how many timers were absent and are put back
   * @throws QueueUnavailableException if the queue is out; the same time is looked at again
   */
  public int runOnce() {
    return transactions.call(
        connection -> {
          if (!tryLock(connection)) {
            forget();
            return 0;
          }
          clock.measure(connection);
          long nowMs = (long) clock.nowMs();
          long untilMs = nowMs + AHEAD.toMillis();
          long fromMs = Math.max(seenUntilMs, nowMs);
          Map<TaskKind, Absent> absent = putBack(connection, new TaskRows.Span(fromMs, untilMs));
          if (absent.values().stream().anyMatch(Absent::any)) {
            // What was seen before a loss was lost too, and is due sooner.
            long lostFromMs = nowMs - LOST_LATELY.toMillis();
            putBack(connection, new TaskRows.Span(lostFromMs, fromMs))
                .forEach((kind, more) -> absent.merge(kind, more, Absent::plus));
          }
          absent.forEach((kind, found) -> absences.counted(kind, found.lost()));
          seenUntilMs = untilMs;
          return absent.values().stream().mapToInt(Absent::lost).sum();
        });
  }

  /**
   * Timers that were put back.
   *
   * @param any whether there were any, be it that they were only on their way
   * @param lost how many were not
   */
  private record Absent(boolean any, int lost) {
    private Absent plus(Absent more) {
      return new Absent(any || more.any, lost + more.lost);
    }
  }

  private Map<TaskKind, Absent> putBack(Connection connection, TaskRows.Span span)
      throws SQLException {
    Map<TaskKind, Absent> absent = new EnumMap<>(TaskKind.class);
    for (TaskKind kind : TaskKind.values()) {
      absent.put(kind, putBack(connection, kind, span));
    }
    return absent;
  }

  /** Begins anew from now, as an instance does that has just started. */
  public void forget() {
    seenUntilMs = 0;
  }

  private Absent putBack(Connection connection, TaskKind kind, TaskRows.Span span)
      throws SQLException {
    Absent absent = new Absent(false, 0);
    List<TaskRows.Row> page = rows.page(connection, kind, span, null, PAGE);
    while (!page.isEmpty()) {
      Set<TaskId> added = queue.scheduleIfAbsent(page.stream().map(TaskRows.Row::task).toList());
      if (!added.isEmpty()) {
        absent = absent.plus(new Absent(true, stillImplied(connection, kind, added)));
      }
      page = rows.page(connection, kind, span, page.get(page.size() - 1), PAGE);
    }
    return absent;
  }

  /**
   * Reads again before it counts: an order may have been paid, or placed, while it was looked at.
   */
  private int stillImplied(Connection connection, TaskKind kind, Set<TaskId> added)
      throws SQLException {
    long settledBeforeMs = (long) clock.nowMs() - ON_ITS_WAY.toMillis();
    List<TaskRows.Row> again =
        rows.of(connection, kind, added.stream().map(TaskId::orderId).collect(Collectors.toSet()));
    Set<TaskId> implied =
        again.stream().map(TaskRows.Row::task).map(Task::id).collect(Collectors.toSet());
    queue.unschedule(added.stream().filter(task -> !implied.contains(task)).toList());
    return (int)
        again.stream()
            .filter(row -> added.contains(row.task().id()) && row.placedAtMs() < settledBeforeMs)
            .count();
  }

  private static boolean tryLock(Connection connection) throws SQLException {
    try (PreparedStatement tryLock =
        connection.prepareStatement("SELECT pg_try_advisory_xact_lock(?, 0)")) {
      tryLock.setInt(1, AdvisoryLock.LOOK_AHEAD);
      try (ResultSet row = tryLock.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }
}
