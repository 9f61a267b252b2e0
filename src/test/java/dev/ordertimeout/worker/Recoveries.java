package dev.ordertimeout.worker;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.ObservesAsync;
import java.util.concurrent.atomic.AtomicInteger;

/** Hears how often the queue came back. */
@ApplicationScoped
class Recoveries {
  private final AtomicInteger count = new AtomicInteger();

  void heard(@ObservesAsync QueueRecovered recovered) {
    count.incrementAndGet();
  }

  int count() {
    return count.get();
  }
}
