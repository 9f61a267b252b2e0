package dev.ordertimeout.reconcile;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the next page while the present one is being worked on, so that PostgreSQL and Redis work
 * at the same time.
 */
final class PagesAhead<P> {
  private final ExecutorService reader;
  private final UnaryOperator<@Nullable P> pageAfter;
  private Future<@Nullable P> next;

  /**
   * @param pageAfter reads the page after the given one; null stands before the first, and after
   *     the last
   */
  PagesAhead(ExecutorService reader, UnaryOperator<@Nullable P> pageAfter) {
    this.reader = reader;
    this.pageAfter = pageAfter;
    next = reader.submit(() -> pageAfter.apply(null));
  }

  /** The next page; null after the last. Fails as reading it did. */
  @Nullable P next() {
    P page = await(next);
    if (page != null) {
      next = reader.submit(() -> pageAfter.apply(page));
    }
    return page;
  }

  private static <P> @Nullable P await(Future<@Nullable P> coming) {
    try {
      return coming.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedRunException();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
