package dev.ordertimeout.worker;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.hall.HallStatements;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Grants subsidy tiers to orders that still wait in the hall. */
@ApplicationScoped
class SubsidyHandler implements TaskHandler {
  private final HallStatements hall;

  SubsidyHandler(HallStatements hall) {
    this.hall = hall;
  }

  @Override
  public TaskKind kind() {
    return TaskKind.SUBSIDY;
  }

  @Override
  public Map<TaskId, TaskOutcome> apply(
      Connection connection, List<TaskId> tasks, EventSource source) throws SQLException {
    return hall.grantIfWaitingAndDue(connection, tasks, source);
  }
}
