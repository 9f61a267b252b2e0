package dev.ordertimeout.reconcile;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;

/** Shows on one line of a terminal how far a run is. */
final class ProgressBar implements Consumer<Tally> {
  private static final int WIDTH = 30;
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final long expected;
  private long next = System.nanoTime();

  /**
   * @param expected what {@link Tally#compared} will come to, more or less
   */
  ProgressBar(PrintWriter out, long expected) {
    this.out = out;
    this.expected = Math.max(1, expected);
  }

  @Override
  public void accept(Tally tally) {
    if (System.nanoTime() - next >= 0) {
      out.print(ERASE_LINE + line(tally));
      out.flush();
      next = System.nanoTime() + EVERY.toNanos();
    }
  }

  /** For example {@code [====== ] 50 % 120 orders, 80 entries, 3 findings}. */
  String line(Tally tally) {
    double done = Math.min(1.0, (double) tally.compared() / expected);
    int filled = (int) (done * WIDTH);
    return "[%s%s] %3d %%  %d orders, %d entries, %d findings"
        .formatted(
            "=".repeat(filled),
            " ".repeat(WIDTH - filled),
            (int) (done * 100),
            tally.orders(),
            tally.entries(),
            tally.findings().total());
  }

  /** Leaves the line to what follows. */
  void erase() {
    out.print(ERASE_LINE);
    out.flush();
  }
}
