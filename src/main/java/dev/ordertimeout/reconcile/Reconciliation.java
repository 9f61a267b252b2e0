package dev.ordertimeout.reconcile;

import dev.ordertimeout.reconcile.QueueContents.EntryPage;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Compares every row with the queue and every entry of the queue with the rows, page by page, so
 * that its memory does not grow with either. Whoever calls it holds the lock of the reconciliation.
 */
@ApplicationScoped
class Reconciliation {
  private final ImpliedTasks implied;
  private final QueueContents contents;
  private final TimerSight sight;
  private final Comparisons comparisons;
  private final Repairs repairs;

  Reconciliation(
      ImpliedTasks implied,
      QueueContents contents,
      TimerSight sight,
      Comparisons comparisons,
      Repairs repairs) {
    this.implied = implied;
    this.contents = contents;
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
      contents.freeKeys(run);
      for (TaskKind kind : TaskKind.values()) {
        // Orphaned claims first: left behind, one would pass for the attempts of a timer put back.
        contents.endOrphans(kind, run);
        compareRows(kind, run, secondLook, reader);
      }
      // What is missing is put back before anything goes that holds it in a wrong place.
      secondLook.finish();
      for (TaskKind kind : TaskKind.values()) {
        compareEntries(kind, run, secondLook, reader);
        compareLeases(kind, run, secondLook);
        contents.emptyOldShards(kind, run);
      }
      secondLook.finish();
    } finally {
      reader.shutdown();
    }
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
    PagesAhead<EntryPage> pages =
        new PagesAhead<>(reader, before -> contents.pageAfter(kind, before));
    for (EntryPage page = pages.next(); page != null; page = pages.next()) {
      secondLook.suspect(sight.unimplied(kind, page.entries()));
      contents.dropMalformed(kind, page, run);
      run.tally().scannedEntries(page.entries().size() + page.malformed());
      run.checkpoint();
    }
  }

  /** Those that rows imply were seen with their rows; few are left at any time. */
  private void compareLeases(TaskKind kind, RunUnderWay run, SecondLook secondLook) {
    String cursor = null;
    do {
      TaskQueueInspector.Page page = contents.leases(kind, cursor, run);
      secondLook.suspect(sight.unimpliedLeases(kind, page.entries()));
      cursor = page.nextCursor();
      run.checkpoint();
    } while (cursor != null);
  }
}
