package dev.ordertimeout.platform.sql;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;

/**
 * Does something once the present transaction has committed; nothing if it rolls back. Where no
 * transaction is under way there is nothing to wait for, and it is done at once.
 */
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
    run(work, () -> {});
  }

  /**
   * As above, but what was taken ahead of the commit can be given back.
   *
   * @param otherwise done if the transaction rolls back; must not throw
   */
  public void run(Runnable work, Runnable otherwise) {
    if (isUnderWay()) {
      aftermath().add(work, otherwise);
    } else {
      work.run();
    }
  }

  /** What waits for the end of the transaction that is under way. */
  Aftermath aftermath() {
    if (transaction.getResource(Aftermath.class) instanceof Aftermath known) {
      return known;
    }
    Aftermath aftermath = new Aftermath();
    transaction.registerInterposedSynchronization(aftermath);
    transaction.putResource(Aftermath.class, aftermath);
    return aftermath;
  }

  private boolean isUnderWay() {
    int status = transaction.getTransactionStatus();
    return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
  }
}
