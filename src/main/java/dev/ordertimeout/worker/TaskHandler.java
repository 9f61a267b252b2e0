package dev.ordertimeout.worker;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Knows what to do when tasks of one kind are due. A further kind is a further bean of this type.
 */
public interface TaskHandler {
  TaskKind kind();

  /**
   * Applies a batch in the caller's transaction; guarded by each row's state and the database's
   * clock, so that tasks that come twice, early, late or for a closed order do nothing.
   *
   * @return an outcome for each task, none of them {@link TaskOutcome.Failed}
   */
  Map<TaskId, TaskOutcome> apply(Connection connection, List<TaskId> tasks, EventSource source)
      throws SQLException;
}
