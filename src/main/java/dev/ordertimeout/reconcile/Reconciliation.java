package dev.ordertimeout.reconcile;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Compares every row with the queue and every entry of the queue with the rows, page by page, so
 * that its memory does not grow with either. Whoever calls it holds the lock of the reconciliation.
 */
@ApplicationScoped
class Reconciliation {
  private final ImpliedTasks implied;
  private final TaskQueueInspector inspector;
  private final TimerSight sight;
  private final Comparisons comparisons;
  private final Repairs repairs;

  Reconciliation(
      ImpliedTasks implied,
      TaskQueueInspector inspector,
      TimerSight sight,
      Comparisons comparisons,
      Repairs repairs) {
    this.implied = implied;
    this.inspector = inspector;
    this.sight = sight;
    this.comparisons = comparisons;
    this.repairs = repairs;
  }

  /**
   * Carries the run out to its end.
   *
   * @throws InterruptedRunException if the process is asked to end
   * @throws dev.ordertimeout.task.QueueUnavailableException if the queue is out
   * @throws dev.ordertimeout.platform.sql.DatabaseUnavailableException if PostgreSQL is out
   */
  void carryOut(RunUnderWay run) {
    ExecutorService reader =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread thread = new Thread(work, "reconciliation-reader");
              thread.setDaemon(true);
              return thread;
            });
    try {
      SecondLook secondLook = new SecondLook(run, sight, comparisons, repairs);
      for (TaskKind kind : TaskKind.values()) {
        // Orphaned claims first: left behind, one would pass for the attempts of a timer put back.
        endOrphans(kind, run);
        compareRows(kind, run, secondLook, reader);
        compareEntries(kind, run, secondLook, reader);
      }
      secondLook.finish();
    } finally {
      reader.shutdown();
    }
  }

  /** One script looks at both sides at once and repairs: here no second look is needed. */
  private void endOrphans(TaskKind kind, RunUnderWay run) {
    String cursor = null;
    do {
      TaskQueueInspector.OrphanPage page = inspector.scanOrphans(kind, cursor, !run.dryRun());
      int orphans = page.members().size();
      run.found(Finding.ORPHANED, orphans, run.dryRun() ? 0 : orphans);
      cursor = page.nextCursor();
      run.checkpoint();
    } while (cursor != null);
  }

  private void compareRows(
      TaskKind kind, RunUnderWay run, SecondLook secondLook, ExecutorService reader) {
    PagesAhead<ImpliedTasks.Page> pages =
        new PagesAhead<>(reader, before -> implied.pageAfter(kind, before));
    for (ImpliedTasks.Page page = pages.next(); page != null; page = pages.next()) {
      secondLook.suspect(sight.ofRows(page.rows()));
      run.tally().scannedRows(page.rows().size(), page.newOrders());
      run.checkpoint();
    }
  }

  private void compareEntries(
      TaskKind kind, RunUnderWay run, SecondLook secondLook, ExecutorService reader) {
    PagesAhead<EntryPage> pages = new PagesAhead<>(reader, before -> pageAfter(kind, before));
    for (EntryPage page = pages.next(); page != null; page = pages.next()) {
      secondLook.suspect(sight.unimplied(kind, page.entries()));
      dropMalformed(kind, page, run);
      run.tally().scannedEntries(page.entries().size() + page.malformed());
      run.checkpoint();
    }
  }

  /** What names no task cannot have been on its way: no second look. */
  private void dropMalformed(TaskKind kind, EntryPage page, RunUnderWay run) {
    if (page.malformed() > 0) {
      int dropped = run.dryRun() ? 0 : inspector.removeMalformed(kind, page.cursor());
      run.found(Finding.GHOST, page.malformed(), dropped);
    }
  }

  /**
   * @param cursor of this page; null for the first
   * @param next of the page after; null for the last
   */
  private record EntryPage(
      @Nullable String cursor, List<Task> entries, int malformed, @Nullable String next) {}

  private @Nullable EntryPage pageAfter(TaskKind kind, @Nullable EntryPage before) {
    String cursor = before == null ? null : before.next();
    if (before != null && cursor == null) {
      return null;
    }
    TaskQueueInspector.Page page = inspector.scan(kind, cursor);
    return new EntryPage(cursor, page.entries(), page.malformed().size(), page.nextCursor());
  }
}
