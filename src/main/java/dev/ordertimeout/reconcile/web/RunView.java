package dev.ordertimeout.reconcile.web;

import dev.ordertimeout.reconcile.Findings;
import dev.ordertimeout.reconcile.Run;
import dev.ordertimeout.reconcile.RunStatus;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A reconciliation as callers see it.
 *
 * @param finishedAt null while it runs, and where its process died
 * @param scannedOrders orders whose timers were compared so far
 * @param scannedEntries entries of the queue that were compared so far
 * @param repaired how many of the findings were put right
 * @param error why it failed; null unless it did
 */
public record RunView(
    UUID id,
    RunStatus status,
    boolean dryRun,
    Instant startedAt,
    @Nullable Instant finishedAt,
    long scannedOrders,
    long scannedEntries,
    Findings findings,
    long repaired,
    @Nullable String error) {

  static RunView of(Run run) {
    return new RunView(
        run.id(),
        run.status(),
        run.dryRun(),
        run.startedAt(),
        run.finishedAt(),
        run.scannedOrders(),
        run.scannedEntries(),
        run.findings(),
        run.repaired(),
        run.error());
  }
}
