package dev.ordertimeout.redis;

import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.QueueWatcher;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The one place that decides whether Redis is used. It opens when any exchange fails, and from then
 * on nobody waits for Redis. Only probes close it, never the success of some call: a read goes well
 * on a server that takes no writes. The first good probe is enough, unless it opens again soon
 * after it closed; then twice as many in a row are asked for each time, so that a Redis that works
 * by fits and starts is left alone rather than joined in.
 */
@ApplicationScoped
class Circuit {
  private static final int MOST_PROBES = 8;
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final String MEMORY_IS_FULL = "OOM ";

  private final QueueWatcher watcher;
  private volatile @Nullable QueueUnavailableException outage;
  private long closedSinceNanos = System.nanoTime() - SOON.toNanos();
  private int probesNeeded = 1;
  private int probesPassed;

  Circuit(QueueWatcher watcher) {
    this.watcher = watcher;
  }

  boolean isOpen() {
    return outage != null;
  }

  /** The failure that keeps it open, the latest one; null while it is closed. */
  @Nullable QueueUnavailableException outage() {
    return outage;
  }

  /**
   * Whether Redis is open for nothing but removals, because its memory is full. They must go on:
   * they are what makes room again.
   */
  boolean admitsRemovals() {
    QueueUnavailableException now = outage;
    return now != null && rootMessage(now).startsWith(MEMORY_IS_FULL);
  }

  /**
   * To be told of each exchange that failed.
   *
   * @return whether that opened it
   */
  synchronized boolean failed(QueueUnavailableException failure) {
    boolean opens = outage == null;
    if (opens) {
      boolean soon = System.nanoTime() - closedSinceNanos < SOON.toNanos();
      probesNeeded = soon ? Math.min(2 * probesNeeded, MOST_PROBES) : 1;
    }
    probesPassed = 0;
    outage = failure;
    watcher.tell(String.valueOf(failure.getMessage()));
    return opens;
  }

  /** To be told of each probe that went well. */
  synchronized void probed() {
    if (outage == null || ++probesPassed < probesNeeded) {
      return;
    }
    closedSinceNanos = System.nanoTime();
    outage = null;
    watcher.tell(null);
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }
}
