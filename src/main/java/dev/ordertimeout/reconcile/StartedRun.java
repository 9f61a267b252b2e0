package dev.ordertimeout.reconcile;

import java.util.UUID;

/** A run that has a row and the lock, and is to be carried out. Closing it lets go of the lock. */
record StartedRun(UUID id, boolean dryRun, RunLock lock) implements AutoCloseable {
  @Override
  public void close() {
    lock.close();
  }
}
