package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.TaskQueue.Claim;
import java.util.List;

/** Holds a claim's answer against what the reference would have answered. */
final class ClaimCheck {
  private ClaimCheck() {}

  /** Tasks that are due at the same moment may come in any order. */
  static void compare(Claim expected, Claim claim) {
    Violation.unlessSame("the queue's clock", expected.queueTimeMs(), claim.queueTimeMs());
    Violation.unlessSame("leases taken over", expected.expired(), claim.expired());
    Violation.unlessSame(
        "leases taken over", sorted(takenOver(expected)), sorted(takenOver(claim)));
    Violation.unlessSame("claimed as due", sorted(due(expected)), sorted(due(claim)));
    Violation.unlessSame("order of leases", times(takenOver(expected)), times(takenOver(claim)));
    Violation.unlessSame("order of what is due", times(due(expected)), times(due(claim)));
  }

  /** A worker may wake too early, if it settled and claimed in the wrong order, but never late. */
  static void compareRest(long expectedMs, long ms, boolean resent) {
    if (resent ? ms > expectedMs : ms != expectedMs) {
      throw new Violation("ms until the next: expected %d, but was %d".formatted(expectedMs, ms));
    }
  }

  private static List<ClaimedTask> takenOver(Claim claim) {
    return claim.tasks().subList(0, claim.expired());
  }

  private static List<ClaimedTask> due(Claim claim) {
    return claim.tasks().subList(claim.expired(), claim.tasks().size());
  }

  private static List<String> sorted(List<ClaimedTask> tasks) {
    return tasks.stream().map(ClaimCheck::said).sorted().toList();
  }

  private static List<Long> times(List<ClaimedTask> tasks) {
    return tasks.stream().map(ClaimedTask::dueAtMs).toList();
  }

  private static String said(ClaimedTask task) {
    return "%s (due %s, attempt %d)"
        .formatted(Names.of(task.id()), Clocks.said(task.dueAtMs()), task.attempts());
  }
}
