package dev.ordertimeout.task;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks into the queue without taking part in it: for operators and for the reconciliation. Every
 * method may throw {@link QueueUnavailableException}.
 */
public interface TaskQueueInspector {

  /** How the queue holds each of the tasks, in the order asked. */
  List<Entry> lookUp(List<TaskId> tasks);

  /**
   * One task as the queue holds it.
   *
   * @param atMs due time (DUE) or lease end (LEASED), ms since 1970; 0 when ABSENT
   * @param attempts claims so far that were not released; 0 for a task never tried
   */
  record Entry(TaskId id, State state, long atMs, int attempts) {
    public enum State {
      ABSENT,
      DUE,
      LEASED
    }
  }

  /**
   * Moves due times by compare-and-set: only where the entry is due, never tried, and still has the
   * expected time.
   *
   * @return how many were moved
   */
  int moveIfUnchanged(Collection<Move> moves);

  /** See {@link #moveIfUnchanged}; times in ms since 1970. */
  record Move(TaskId id, long fromMs, long toMs) {}

  /**
   * Removes entries that are due and still have the given time; leaves leased ones alone.
   *
   * @return how many were removed
   */
  int removeIfUnchanged(Collection<Task> entries);

  /**
   * Puts right what no worker can have done to a task: a lease, or attempts. Only where the task
   * still has the state, the time and the attempts that were seen; those and the lease are
   * forgotten.
   *
   * @return how many were put right
   */
  int undoIfUnchanged(Collection<Undo> undos);

  /**
   * See {@link #undoIfUnchanged}.
   *
   * @param seen due or leased
   * @param dueAtMs when it is due from now on, ms since 1970; null if it is not to be at all
   */
  record Undo(Entry seen, @Nullable Long dueAtMs) {}

  /**
   * One page of the due entries of a kind, in no order; an entry may come twice.
   *
   * @param cursor null for the first page, else what the page before gave
   */
  Page scan(TaskKind kind, @Nullable String cursor);

  /**
   * See {@link #scan}.
   *
   * @param malformed members that name no task, or one whose place is in another shard
   * @param nextCursor null after the last page
   */
  record Page(List<Task> entries, List<String> malformed, @Nullable String nextCursor) {}

  /**
   * Removes the malformed members of that page of {@link #scan}.
   *
   * @return how many were removed
   */
  int removeMalformed(TaskKind kind, @Nullable String cursor);

  /**
   * One page of the leases of a kind, as {@link #scan}; the times are their ends.
   *
   * @param repair whether to remove the malformed members
   */
  Page scanLeases(TaskKind kind, @Nullable String cursor, boolean repair);

  /**
   * One page of claims that no worker can hold: without a lease or a retry that they go with, or
   * that say nothing readable.
   *
   * @param repair whether to remove them
   */
  OrphanPage scanOrphans(TaskKind kind, @Nullable String cursor, boolean repair);

  /** See {@link #scanOrphans}. */
  record OrphanPage(Set<String> members, int scanned, @Nullable String nextCursor) {}

  /**
   * Moves whatever is of another type than the queue's out of the places of the queue's keys. A
   * claim does the same; kinds that rest and queues without a worker are left to this.
   *
   * @return the keys that are free again
   */
  List<String> setAsideForeignKeys();

  /**
   * Looks into the shards beyond the number in use, which some deployment with more of them left.
   *
   * @param repair whether to empty them
   * @return how many tasks of the kind they held
   */
  int beyondShards(TaskKind kind, boolean repair);

  /**
   * Counts per kind.
   *
   * @param clockDifferenceMs the database's clock minus the queue's, ms
   */
  Map<TaskKind, Counts> counts(long clockDifferenceMs);

  /**
   * See {@link #counts}.
   *
   * @param scheduled entries whose time has not come
   * @param due entries whose time has come, not yet claimed
   * @param retrying entries that wait after a failure; a part of scheduled and due
   * @param malformed members set aside because they name no task
   * @param oldestDueAgeMs how long the oldest due entry has been due, ms; 0 when none is
   */
  record Counts(
      long scheduled, long due, long leased, long retrying, long malformed, long oldestDueAgeMs) {}
}
