package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** The tasks of a history, and how they are called in its report: {@code cancel 3, tier 3.1}. */
final class Names {
  private Names() {}

  static TaskId cancel(int order) {
    return TaskId.cancelUnpaid(new UUID(0, order));
  }

  static TaskId tier(int order, int tier) {
    return TaskId.subsidy(new UUID(0, order), tier);
  }

  static String of(TaskId task) {
    long order = task.orderId().getLeastSignificantBits();
    return task.kind() == TaskKind.CANCEL_UNPAID
        ? "cancel " + order
        : "tier " + order + "." + task.tier();
  }

  static String of(Collection<TaskId> tasks) {
    return tasks.stream().map(Names::of).sorted().collect(Collectors.joining(", ", "[", "]"));
  }

  static String of(Map<TaskId, ?> byTask) {
    return byTask.entrySet().stream()
        .map(entry -> of(entry.getKey()) + " " + entry.getValue())
        .sorted()
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
