package dev.ordertimeout.faults;

import java.net.http.HttpResponse;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What callers met that they should not, or only while PostgreSQL is out. */
final class Troubles {
  private final AtomicInteger unavailable = new AtomicInteger();
  private final AtomicInteger unanswered = new AtomicInteger();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Queue<String> reasons = new ConcurrentLinkedQueue<>();

  void answered(HttpResponse<String> response) {
    int status = response.statusCode();
    if (status == 503 && response.headers().firstValue("Retry-After").isPresent()) {
      unavailable.incrementAndGet();
    } else if (status >= 500 || status == 400) {
      faults.add(status + " " + response.uri().getPath() + " " + response.body());
    }
  }

  void unanswered(Throwable failure) {
    unanswered.incrementAndGet();
    reasons.add(String.valueOf(failure));
  }

  /** Requests that were answered 503 with Retry-After. */
  int unavailable() {
    return unavailable.get();
  }

  /** Requests whose connection was refused, cut or silent. */
  int unanswered() {
    return unanswered.get();
  }

  Queue<String> reasons() {
    return reasons;
  }

  /** Answers that no fault excuses: 500, a 503 that does not say when to come again, a 400. */
  Queue<String> faults() {
    return faults;
  }
}
