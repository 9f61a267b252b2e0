package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.TaskId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What may be left when the server died in the middle of a round trip: of each task each part is as
 * it was before or after one of the calls, and a task that was queued throughout still is.
 *
 * @param versions the whole contents before the first call and after each that began, had it run to
 *     its end
 */
record CutCheck(List<Map<TaskId, Standing>> versions) {

  void check(Map<TaskId, Standing> found) {
    Set<TaskId> tasks = new HashSet<>(found.keySet());
    versions.forEach(version -> tasks.addAll(version.keySet()));
    tasks.forEach(task -> check(task, found.getOrDefault(task, Standing.NONE)));
  }

  private void check(TaskId task, Standing found) {
    List<Standing> entries =
        versions.stream().map(version -> version.getOrDefault(task, Standing.NONE)).toList();
    if (entries.stream().allMatch(Standing::isQueued) && !found.isQueued()) {
      throw new Violation("%s is lost; it was %s".formatted(Names.of(task), entries.get(0)));
    }
    boolean known =
        isOneOf(entries, found, Standing::dueAtMs)
            && isOneOf(entries, found, Standing::leaseEndMs)
            && isOneOf(entries, found, Standing::hold);
    if (!known) {
      throw new Violation(
          "%s is neither as before nor as after: %s, not made up of %s"
              .formatted(Names.of(task), found, entries));
    }
  }

  private static boolean isOneOf(
      List<Standing> entries, Standing found, Function<Standing, @Nullable Object> part) {
    return entries.stream().anyMatch(entry -> Objects.equals(part.apply(entry), part.apply(found)));
  }
}
