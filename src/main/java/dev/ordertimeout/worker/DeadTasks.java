package dev.ordertimeout.worker;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.platform.web.OperatorActions;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskScheduler;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Tasks that gave up, and what an operator can do about one: try it again, or forget it. */
@ApplicationScoped
public class DeadTasks {
  private final Transactions transactions;
  private final TaskRows rows;
  private final OperatorActions actions;
  private final TaskScheduler scheduler;

  DeadTasks(
      Transactions transactions, TaskRows rows, OperatorActions actions, TaskScheduler scheduler) {
    this.transactions = transactions;
    this.rows = rows;
    this.actions = actions;
    this.scheduler = scheduler;
  }

  /** The latest first. */
  public List<TaskFailure> list(int limit) {
    return TaskFailure.dead(limit);
  }

  /**
   * Makes the task due now, with all its attempts before it again.
   *
   * @throws ProblemException not-found
   */
  public void retry(long id, String operator) {
    Task task =
        transactions.call(
            connection -> {
              Task dead = require(id).task();
              forget(connection, id);
              actions.record(connection, operator, "RETRY_TASK", dead.id().toString(), null);
              return dead;
            });
    scheduler.schedule(List.of(task));
  }

  /**
   * Forgets a task that its order no longer implies.
   *
   * @throws ProblemException not-found, or task-still-due: forgetting it would only bring it back
   */
  public void delete(long id, String operator) {
    transactions.call(
        connection -> {
          Task dead = require(id).task();
          forget(connection, id);
          if (isImplied(connection, dead)) {
            throw new ProblemException(
                ProblemCode.TASK_STILL_DUE,
                dead.id() + " is still to be done; cancel or settle its order, or retry it");
          }
          actions.record(connection, operator, "DELETE_TASK", dead.id().toString(), null);
          return true;
        });
  }

  private boolean isImplied(Connection connection, Task task) throws SQLException {
    return rows.of(connection, task.id().kind(), List.of(task.id().orderId())).stream()
        .anyMatch(row -> row.task().id().equals(task.id()));
  }

  private static TaskFailure require(long id) {
    return TaskFailure.<TaskFailure>find("id = ?1 and deadAt is not null", id)
        .firstResultOptional()
        .orElseThrow(
            () -> new ProblemException(ProblemCode.NOT_FOUND, "There is no dead task " + id));
  }

  private static void forget(Connection connection, long id) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM task_failure WHERE id = ?")) {
      delete.setLong(1, id);
      delete.executeUpdate();
    }
  }
}
