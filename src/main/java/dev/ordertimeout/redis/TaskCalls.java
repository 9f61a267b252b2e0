package dev.ordertimeout.redis;

import dev.ordertimeout.redis.ClaimCalls.Misplaced;
import dev.ordertimeout.redis.RedisKeys.Batch;
import dev.ordertimeout.redis.RedisKeys.Slot;
import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue.Release;
import dev.ordertimeout.task.TaskQueue.Retry;
import dev.ordertimeout.task.TaskQueueInspector.Move;
import dev.ordertimeout.task.TaskQueueInspector.Undo;
import java.time.Duration;
import java.util.List;

/** Puts the arguments of the script calls in the order that the scripts' heads give. */
final class TaskCalls {
  private TaskCalls() {}

  static ScriptCall schedule(Batch<Task> tasks) {
    return Script.SCHEDULE.on(
        tasks, List.of(), task -> List.of(task.dueAtMs(), task.id().member()));
  }

  static ScriptCall scheduleIfAbsent(Batch<Task> tasks) {
    return Script.SCHEDULE_IF_ABSENT.on(
        tasks, List.of(), task -> List.of(task.dueAtMs(), task.id().member()));
  }

  static ScriptCall unschedule(Batch<TaskId> tasks) {
    return Script.UNSCHEDULE.on(tasks, List.of(), id -> List.of(id.member()));
  }

  static ScriptCall unschedule(Misplaced misplaced) {
    return unschedule(new Batch<>(misplaced.at(), List.of(misplaced.task().id())));
  }

  static ScriptCall ack(Batch<ClaimedTask> tasks) {
    return Script.ACK.on(tasks, List.of(), task -> List.of(task.id().member(), task.token()));
  }

  static ScriptCall retry(Batch<Retry> retries, long clockDifferenceMs) {
    return Script.RETRY.on(
        retries,
        List.of(clockDifferenceMs),
        retry -> List.of(retry.task().id().member(), retry.task().token(), retry.delayMs()));
  }

  static ScriptCall release(Batch<Release> releases, long clockDifferenceMs) {
    return Script.RELEASE.on(
        releases,
        List.of(clockDifferenceMs),
        release ->
            List.of(
                release.task().id().member(),
                release.task().token(),
                release.dueAtMs(),
                release.delayMs()));
  }

  static ScriptCall renew(Batch<ClaimedTask> tasks, Duration lease) {
    return Script.RENEW.on(
        tasks, List.of(lease.toMillis()), task -> List.of(task.id().member(), task.token()));
  }

  static ScriptCall lookUp(Batch<TaskId> tasks) {
    return Script.LOOK_UP.on(tasks, List.of(), id -> List.of(id.member()));
  }

  static ScriptCall moveIfUnchanged(Batch<Move> moves) {
    return Script.MOVE_IF_UNCHANGED.on(
        moves, List.of(), move -> List.of(move.id().member(), move.fromMs(), move.toMs()));
  }

  static ScriptCall removeIfUnchanged(Batch<Task> entries) {
    return Script.REMOVE_IF_UNCHANGED.on(
        entries, List.of(), entry -> List.of(entry.id().member(), entry.dueAtMs()));
  }

  static ScriptCall undoIfUnchanged(Batch<Undo> undos) {
    return Script.UNDO_IF_UNCHANGED.on(
        undos,
        List.of(),
        undo ->
            List.of(
                undo.seen().id().member(),
                undo.seen().state(),
                undo.seen().atMs(),
                undo.seen().attempts(),
                undo.dueAtMs() == null ? "" : undo.dueAtMs()));
  }

  static ScriptCall orphans(Slot slot, String position, int count, boolean repair) {
    return Script.ORPHANS.on(List.of(slot), List.of(position, count, repair ? 1 : 0));
  }

  static ScriptCall beyondShards(Slot slot, boolean repair) {
    return Script.BEYOND_SHARDS.on(List.of(slot), List.of(repair ? 1 : 0));
  }

  static ScriptCall counts(Slot slot, long clockDifferenceMs) {
    return Script.COUNTS.on(List.of(slot), List.of(clockDifferenceMs));
  }
}
