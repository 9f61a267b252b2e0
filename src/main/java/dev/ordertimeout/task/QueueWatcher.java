package dev.ordertimeout.task;

import org.jspecify.annotations.Nullable;

/** Wants to know whether the queue can be used. */
public interface QueueWatcher {

  /**
   * Called in order, by one thread at a time, which must not be kept waiting.
   *
   * @param outage why the queue cannot be used, one line, anew whenever a call fails; null once,
   *     when it can be used again
   */
  void tell(@Nullable String outage);
}
