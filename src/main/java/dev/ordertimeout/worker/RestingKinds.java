package dev.ordertimeout.worker;

import dev.ordertimeout.pause.TaskPauses;
import dev.ordertimeout.task.TaskKind;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The kinds that are paused, as last seen. It only spares asking for what would not be applied; the
 * lock and row of {@link TaskPauses} decide.
 */
@ApplicationScoped
class RestingKinds {
  private final TaskPauses pauses;
  private volatile Set<TaskKind> resting = EnumSet.noneOf(TaskKind.class);

  RestingKinds(TaskPauses pauses) {
    this.pauses = pauses;
  }

  void refresh(Connection connection) throws SQLException {
    resting = pauses.paused(connection);
  }

  /** The kinds to work on. */
  List<TaskKind> awake() {
    Set<TaskKind> asleep = resting;
    return Arrays.stream(TaskKind.values()).filter(kind -> !asleep.contains(kind)).toList();
  }
}
