package dev.ordertimeout.platform.sql;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** Does something once the present transaction has committed; nothing if it rolls back. */
@ApplicationScoped
public class AfterCommit {
  private final TransactionSynchronizationRegistry transaction;

  AfterCommit(TransactionSynchronizationRegistry transaction) {
    this.transaction = transaction;
  }

  /**
   * @param work must not throw and not use the database
   */
  public void run(Runnable work) {
    transaction.registerInterposedSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {}

          @Override
          public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
              work.run();
            }
          }
        });
  }
}
