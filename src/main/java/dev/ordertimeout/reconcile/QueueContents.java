package dev.ordertimeout.reconcile;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads all that the queue holds, and clears what is wrong whatever the rows say: that cannot have
 * been on its way, and needs no second look.
 */
@ApplicationScoped
class QueueContents {
  private static final Logger LOG = Logger.getLogger(QueueContents.class);

  private final TaskQueueInspector inspector;
  private final Patience patience;

  QueueContents(TaskQueueInspector inspector, Patience patience) {
    this.inspector = inspector;
    this.patience = patience;
  }

  /**
   * A page of due entries.
   *
   * @param cursor of this page; null for the first
   * @param malformed how many members name no task of this place
   * @param next cursor of the page after; null for the last
   */
  record EntryPage(
      @Nullable String cursor, List<Task> entries, int malformed, @Nullable String next) {}

  /**
   * The next page of due entries.
   *
   * @return null after the last
   */
  @Nullable EntryPage pageAfter(TaskKind kind, @Nullable EntryPage before) {
    String cursor = before == null ? null : before.next();
    if (before != null && cursor == null) {
      return null;
    }
    TaskQueueInspector.Page page = patience.ask(() -> inspector.scan(kind, cursor));
    return new EntryPage(cursor, page.entries(), page.malformed().size(), page.nextCursor());
  }

  /** Removes what names no task of that page's place. */
  void dropMalformed(TaskKind kind, EntryPage page, RunUnderWay run) {
    if (page.malformed() > 0) {
      if (!run.dryRun()) {
        patience.ask(() -> inspector.removeMalformed(kind, page.cursor()));
      }
      found(run, Finding.GHOST, page.malformed());
    }
  }

  /** A page of leases, after what names no task was removed from it. */
  TaskQueueInspector.Page leases(TaskKind kind, @Nullable String cursor, RunUnderWay run) {
    TaskQueueInspector.Page page =
        patience.ask(() -> inspector.scanLeases(kind, cursor, !run.dryRun()));
    found(run, Finding.GHOST, page.malformed().size());
    return page;
  }

  /** Removes claims that no worker can hold. */
  void endOrphans(TaskKind kind, RunUnderWay run) {
    String cursor = null;
    do {
      String at = cursor;
      TaskQueueInspector.OrphanPage page =
          patience.ask(() -> inspector.scanOrphans(kind, at, !run.dryRun()));
      found(run, Finding.ORPHANED, page.members().size());
      cursor = page.nextCursor();
      run.checkpoint();
    } while (cursor != null);
  }

  /** Sets aside what another type stands in the place of; a dry run fails on it, and says so. */
  void freeKeys(RunUnderWay run) {
    if (!run.dryRun()) {
      List<String> keys = patience.ask(inspector::setAsideForeignKeys);
      if (!keys.isEmpty()) {
        LOG.warnf(
            "%s were of another type than the queue's and are set aside, for a week; what they held is"
                + " put back from the rows",
            keys);
        found(run, Finding.GHOST, keys.size());
      }
    }
  }

  /** Empties shards beyond the number in use. */
  void emptyOldShards(TaskKind kind, RunUnderWay run) {
    int tasks = patience.ask(() -> inspector.beyondShards(kind, !run.dryRun()));
    if (tasks > 0) {
      LOG.infof(
          "%d entries of %s stood in shards that are not in use%s",
          tasks, kind, run.dryRun() ? "" : " and are removed");
      found(run, Finding.GHOST, tasks);
    }
  }

  private static void found(RunUnderWay run, Finding finding, int count) {
    run.found(finding, count, run.dryRun() ? 0 : count);
  }
}
