package dev.ordertimeout.worker;

import dev.ordertimeout.pause.TaskPauses;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.platform.web.OperatorActions;
import dev.ordertimeout.task.TaskKind;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pauses and resumes a kind for an operator. */
@ApplicationScoped
public class PauseService {
  private final Transactions transactions;
  private final TaskPauses pauses;
  private final PausedDeadlines deadlines;
  private final RestingKinds resting;
  private final OperatorActions actions;

  PauseService(
      Transactions transactions,
      TaskPauses pauses,
      PausedDeadlines deadlines,
      RestingKinds resting,
      OperatorActions actions) {
    this.transactions = transactions;
    this.pauses = pauses;
    this.deadlines = deadlines;
    this.resting = resting;
    this.actions = actions;
  }

  /** Once this returns, nothing of the kind is applied until it is resumed. */
  public void pause(TaskKind kind, String operator) {
    transactions.call(
        connection -> {
          pauses.pause(connection, kind);
          actions.record(connection, operator, "PAUSE", kind.name(), null);
          resting.refresh(connection);
          return true;
        });
  }

  /**
   * Before cancels are resumed, in many transactions: gives unpaid orders at least this long from
   * now, even those whose deadline passed during the pause. Done again, it does so again.
   *
   * @return how many deadlines were moved
   */
  public int extendDeadlines(Duration extendBy) {
    return deadlines.extend(extendBy);
  }

  /**
   * Ends the pause.
   *
   * @param extendBy by how much the deadlines were extended before; null if they were not, so that
   *     what is overdue is cancelled
   * @param moved how many were
   */
  public void resume(TaskKind kind, @Nullable Duration extendBy, int moved, String operator) {
    transactions.call(
        connection -> {
          pauses.resume(connection, kind);
          actions.record(
              connection,
              operator,
              "RESUME",
              kind.name(),
              extendBy == null ? null : Map.of("extendBy", extendBy, "moved", moved));
          resting.refresh(connection);
          return true;
        });
  }
}
