package dev.ordertimeout.worker;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.order.OrderTransitions;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Cancels orders whose time to pay is over. */
@ApplicationScoped
class CancelUnpaidHandler implements TaskHandler {
  private final OrderTransitions transitions;

  CancelUnpaidHandler(OrderTransitions transitions) {
    this.transitions = transitions;
  }

  @Override
  public TaskKind kind() {
    return TaskKind.CANCEL_UNPAID;
  }

  @Override
  public Map<TaskId, TaskOutcome> apply(
      Connection connection, List<TaskId> tasks, EventSource source) throws SQLException {
    Map<UUID, TaskOutcome> outcomes =
        transitions.cancelIfUnpaidAndDue(
            connection, tasks.stream().map(TaskId::orderId).toList(), source);
    return tasks.stream()
        .collect(Collectors.toMap(Function.identity(), task -> outcomes.get(task.orderId())));
  }
}
