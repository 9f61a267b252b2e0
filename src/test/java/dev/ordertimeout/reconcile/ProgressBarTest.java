package dev.ordertimeout.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
  private final StringWriter terminal = new StringWriter();
  private final Tally tally = new Tally();

  @Test
  void it_shows_how_much_of_the_work_is_done() {
    tally.scannedRows(40, 20);
    tally.scannedEntries(10);
    tally.found(Finding.GHOST, 3);

    assertThat(bar(100).line(tally))
        .isEqualTo("[===============               ]  50 %  20 orders, 10 entries, 3 findings");
  }

  @Test
  void more_than_was_expected_is_all_of_it() {
    tally.scannedEntries(7);

    assertThat(bar(0).line(tally)).startsWith("[==============================] 100 %");
  }

  @Test
  void it_is_drawn_now_and_then_on_one_line_and_erased_at_the_end() {
    ProgressBar bar = bar(100);

    bar.accept(tally);
    bar.accept(tally);
    bar.erase();

    assertThat(terminal.toString()).isEqualTo("\r\u001b[K" + bar.line(tally) + "\r\u001b[K");
  }

  private ProgressBar bar(long expected) {
    return new ProgressBar(new PrintWriter(terminal), expected);
  }
}
