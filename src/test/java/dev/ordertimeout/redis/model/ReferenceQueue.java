package dev.ordertimeout.redis.model;

import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.redis.model.Standing.Hold;
import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.Release;
import dev.ordertimeout.task.TaskQueue.Retry;
import dev.ordertimeout.task.TaskQueueInspector.Move;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the queue promises, said once more in plain Java; a claim is in {@link ReferenceClaim}. */
final class ReferenceQueue {
  private final Map<TaskId, Standing> entries = new HashMap<>();

  Standing of(TaskId task) {
    return entries.getOrDefault(task, Standing.NONE);
  }

  void set(TaskId task, Standing entry) {
    if (entry.equals(Standing.NONE)) {
      entries.remove(task);
    } else {
      entries.put(task, entry);
    }
  }

  /** A copy; tasks of which nothing is held are not in it. */
  Map<TaskId, Standing> contents() {
    return Map.copyOf(entries);
  }

  void become(Map<TaskId, Standing> contents) {
    entries.clear();
    entries.putAll(contents);
  }

  /** Of all tasks of the kind. */
  void delete(TaskKind kind, Part part) {
    contents().keySet().stream()
        .filter(task -> task.kind() == kind)
        .forEach(task -> set(task, of(task).without(part)));
  }

  void schedule(Task task) {
    set(task.id(), Standing.NONE.due(task.dueAtMs()));
  }

  /** Whether it was absent. */
  boolean scheduleIfAbsent(Task task) {
    boolean absent = !of(task.id()).isQueued();
    if (absent) {
      set(task.id(), of(task.id()).due(task.dueAtMs()));
    }
    return absent;
  }

  void unschedule(TaskId task) {
    set(task, Standing.NONE);
  }

  void ack(ClaimedTask task) {
    if (holds(task)) {
      set(task.id(), of(task.id()).leased(null).held(null));
    }
  }

  /**
   * @param nowMs by the database's clock, as the caller knows it
   */
  void retry(Retry retry, long nowMs) {
    if (holds(retry.task())) {
      Hold hold = of(retry.task().id()).hold();
      Hold waiting = new Hold(hold.attempts(), hold.dueAtMs(), "");
      set(retry.task().id(), Standing.NONE.due(nowMs + retry.delayMs()).held(waiting));
    }
  }

  /**
   * @param nowMs by the database's clock, as the caller knows it
   */
  void release(Release release, long nowMs) {
    if (holds(release.task())) {
      boolean later = release.dueAtMs() <= nowMs && release.delayMs() > 0;
      int attempts = of(release.task().id()).attempts() - 1;
      Hold waiting = attempts == 0 ? null : new Hold(attempts, release.dueAtMs(), "");
      Standing back = Standing.NONE.due(later ? nowMs + release.delayMs() : release.dueAtMs());
      set(release.task().id(), back.held(waiting));
    }
  }

  /** Whether it was still held. */
  boolean renew(ClaimedTask task, long endMs) {
    if (holds(task)) {
      set(task.id(), of(task.id()).leased(endMs));
    }
    return holds(task);
  }

  /** Whether it was moved. */
  boolean move(Move move) {
    Standing entry = of(move.id());
    boolean unchanged =
        entry.dueAtMs() != null && entry.dueAtMs() == move.fromMs() && entry.hold() == null;
    if (unchanged) {
      set(move.id(), entry.due(move.toMs()));
    }
    return unchanged;
  }

  /** Whether it was removed. */
  boolean remove(Task task) {
    Standing entry = of(task.id());
    boolean unchanged =
        entry.dueAtMs() != null && entry.dueAtMs() == task.dueAtMs() && entry.leaseEndMs() == null;
    if (unchanged) {
      set(task.id(), Standing.NONE);
    }
    return unchanged;
  }

  /**
   * Forgets claims without anything to claim, ends leases without a claim.
   *
   * @param nowMs by the queue's clock
   * @return of which tasks
   */
  Set<TaskId> repairOrphans(TaskKind kind) {
    Set<TaskId> repaired = new HashSet<>();
    contents()
        .forEach(
            (task, standing) -> {
              if (task.kind() == kind && isOrphaned(standing)) {
                set(task, standing.held(null));
                repaired.add(task);
              }
            });
    return repaired;
  }

  /** A token goes with a lease, a claim without one with a due entry. */
  private static boolean isOrphaned(Standing entry) {
    if (entry.hold() == null) {
      return false;
    }
    boolean unheld = entry.isHeldBy("");
    return entry.leaseEndMs() != null ? unheld : !unheld || entry.dueAtMs() == null;
  }

  private boolean holds(ClaimedTask task) {
    return of(task.id()).isHeldBy(task.token());
  }
}
