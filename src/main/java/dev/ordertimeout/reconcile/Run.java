package dev.ordertimeout.reconcile;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A reconciliation as its row tells it.
 *
 * @param finishedAt null while it runs, and where its process died
 * @param scannedOrders orders whose timers were compared so far
 * @param scannedEntries entries of the queue that were compared so far
 * @param repaired how many of the findings were put right
 * @param error why it failed; null unless it did
 */
public record Run(
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

  /** Whether rows and queue are known to agree now. */
  public boolean inSync() {
    return status == RunStatus.COMPLETED && findings.total() == repaired;
  }
}
