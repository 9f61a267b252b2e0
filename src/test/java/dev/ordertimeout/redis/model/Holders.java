package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.TaskId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Who was given which task until when, as workers see it: no two at once. */
final class Holders {
  private final Map<TaskId, Holder> holders = new HashMap<>();

  private record Holder(String token, long untilMs) {}

  /**
   * A worker was given tasks.
   *
   * @param nowMs by the queue's clock, ms since 1970
   * @param untilMs the end of the lease
   */
  void given(Collection<ClaimedTask> tasks, long nowMs, long untilMs) {
    for (ClaimedTask task : tasks) {
      Holder before = holders.put(task.id(), new Holder(task.token(), untilMs));
      if (before != null && before.untilMs() > nowMs) {
        throw new Violation(
            "%s is handed out while another holds it until %s"
                .formatted(Names.of(task.id()), Clocks.said(before.untilMs())));
      }
    }
  }

  void renewed(Collection<ClaimedTask> tasks, long untilMs) {
    for (ClaimedTask task : tasks) {
      holders.computeIfPresent(
          task.id(),
          (id, held) ->
              held.token().equals(task.token()) ? new Holder(held.token(), untilMs) : held);
    }
  }

  void settled(ClaimedTask task) {
    holders.computeIfPresent(
        task.id(), (id, held) -> held.token().equals(task.token()) ? null : held);
  }

  /** A transition has changed the timer, or taken it out. */
  void superseded(TaskId task) {
    holders.remove(task);
  }

  /** What Redis knew of them is lost, or its clock has jumped. */
  void forget() {
    holders.clear();
  }
}
