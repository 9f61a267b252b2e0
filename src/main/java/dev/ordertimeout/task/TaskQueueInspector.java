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
   * One page of the due entries of a kind, in no order; an entry may come twice.
   *
   * @param cursor null for the first page, else what the page before gave
   */
  Page scan(TaskKind kind, @Nullable String cursor);

  /**
   * See {@link #scan}.
   *
   * @param malformed members that name no task
   * @param nextCursor null after the last page
   */
  record Page(List<Task> entries, List<String> malformed, @Nullable String nextCursor) {}

  /**
   * Removes the members of that page of {@link #scan} that name no task.
   *
   * @return how many were removed
   */
  int removeMalformed(TaskKind kind, @Nullable String cursor);

  /**
   * One page of leases without a claim and claims without a lease or a due entry.
   *
   * @param repair whether to remove such claims and make such leases end now
   */
  OrphanPage scanOrphans(TaskKind kind, @Nullable String cursor, boolean repair);

  /** See {@link #scanOrphans}. */
  record OrphanPage(Set<String> members, int scanned, @Nullable String nextCursor) {}

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
