package dev.ordertimeout.platform.idempotency;

import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import dev.ordertimeout.platform.sql.Transactions;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/**
 * Deletes the answers that are kept no longer. Late is no harm: to a request they are absent as
 * soon as their time is over.
 */
@ApplicationScoped
class ForgottenAnswers {
  private static final Logger LOG = Logger.getLogger(ForgottenAnswers.class);
  private static final int PAGE = 1_000;
  private static final int MOST_PAGES = 1_000;

  private final Transactions transactions;
  private final KeptAnswers kept;

  ForgottenAnswers(Transactions transactions, KeptAnswers kept) {
    this.transactions = transactions;
    this.kept = kept;
  }

  @Scheduled(every = "5m", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void runNowAndThen() {
    try {
      runOnce();
    } catch (DatabaseUnavailableException e) {
      LOG.debugf("Old answers stay until the next time: %s", e.getMessage());
    }
  }

  /**
   * Deletes page by page, each in a transaction of its own.
   *
   * @return how many it deleted
   */
  int runOnce() {
    int deleted = 0;
    int page = PAGE;
    for (int pages = 0; page == PAGE && pages < MOST_PAGES; pages++) {
      page = transactions.call(connection -> kept.forget(connection, PAGE));
      deleted += page;
    }
    return deleted;
  }
}
