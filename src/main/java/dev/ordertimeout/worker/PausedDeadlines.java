package dev.ordertimeout.worker;

import dev.ordertimeout.order.Deadlines;
import dev.ordertimeout.platform.sql.DatabaseClock;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.task.TaskScheduler;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;

/**
 * Gives unpaid orders time again before cancelling goes on, so that nobody is cancelled for an
 * outage of the payment side. In small transactions while the kind still rests, so that no lock is
 * held long and an interruption leaves every order with one deadline or the other.
 */
@ApplicationScoped
class PausedDeadlines {
  private static final int PAGE = 1_000;

  private final Transactions transactions;
  private final DatabaseClock clock;
  private final Deadlines deadlines;
  private final TaskScheduler scheduler;

  PausedDeadlines(
      Transactions transactions,
      DatabaseClock clock,
      Deadlines deadlines,
      TaskScheduler scheduler) {
    this.transactions = transactions;
    this.clock = clock;
    this.deadlines = deadlines;
    this.scheduler = scheduler;
  }

  /**
   * Moves every earlier deadline of an unpaid order to {@code extendBy} from now.
   *
   * @return how many were moved
   */
  int extend(Duration extendBy) {
    Instant now = Instant.ofEpochMilli((long) clock.nowMs());
    Instant deadline = now.plus(extendBy);
    int moved = 0;
    Deadlines.Extended page;
    do {
      page =
          transactions.call(connection -> deadlines.extendBefore(connection, deadline, now, PAGE));
      scheduler.schedule(page.moved());
      moved += page.moved().size();
    } while (page.looked() > 0);
    return moved;
  }
}
