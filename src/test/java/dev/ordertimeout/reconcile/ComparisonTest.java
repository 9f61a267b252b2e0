package dev.ordertimeout.reconcile;

import static dev.ordertimeout.task.TaskQueueInspector.Entry.State.DUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.worker.WorkersReach;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
  private static final TaskId TASK = TaskId.cancelUnpaid(new UUID(0, 1));

  /**
   * It is 10 000, the grace is 2 000: what was due before 8 000 is overdue. Leases end by 26 000.
   */
  private static final Comparison NOW = new Comparison(new WorkersReach(10_000, 26_000, 2_000, 8));

  @ParameterizedTest(name = "row {0}, queue {1} {2} after {3} attempts: {4}")
  @CsvSource(
      nullValues = "none",
      value = {
        // the row says so, and the queue agrees
        "20000, DUE, 20000, 0, none",
        "5000, DUE, 5000, 0, none",
        // a worker has it, or had it and tries again
        "5000, LEASED, 25000, 1, none",
        "5000, LEASED, 1, 1, none",
        "none, LEASED, 25000, 1, none",
        "5000, DUE, 12000, 1, none",
        "9000, DUE, 9000, 8, none",
        // no worker can have done this
        "5000, LEASED, 26001, 1, DRIFTED",
        "5000, LEASED, 25000, 9, DRIFTED",
        "12001, LEASED, 25000, 1, DRIFTED",
        "5000, LEASED, 25000, 0, ORPHANED",
        "5000, DUE, 12001, 1, OVERDUE",
        "9000, DUE, 12001, 1, DRIFTED",
        "9000, DUE, 9000, 9, DRIFTED",
        "20000, DUE, 20000, 1, DRIFTED",
        // the queue does not hold it
        "20000, ABSENT, 0, 0, MISSING",
        "8000, ABSENT, 0, 0, MISSING",
        "7999, ABSENT, 0, 0, OVERDUE",
        // the queue holds it for another time
        "20000, DUE, 20001, 0, DRIFTED",
        "20000, DUE, 9000, 0, DRIFTED",
        "9000, DUE, 20000, 0, DRIFTED",
        "7999, DUE, 10001, 0, OVERDUE",
        "5000, DUE, 4000, 0, DRIFTED",
        // given back for a little later, which has come
        "5000, DUE, 5050, 0, none",
        "9000, DUE, 10000, 0, none",
        // no row says so
        "none, ABSENT, 0, 0, none",
        "none, DUE, 20000, 0, GHOST",
        "none, DUE, 5000, 3, GHOST",
        "none, LEASED, 26001, 1, GHOST",
        "none, LEASED, 25000, 9, GHOST",
        "none, LEASED, 25000, 0, ORPHANED",
      })
  void what_is_wrong_follows_from_both_sides(
      Long dueAtMs, Entry.State state, long atMs, int attempts, Finding finding) {
    assertThat(NOW.of(new Sighting(dueAtMs, new Entry(TASK, state, atMs, attempts))))
        .isEqualTo(finding);
  }

  @ParameterizedTest(name = "row {0}, queue {1} {2}: {3}")
  @CsvSource(
      nullValues = "none",
      value = {
        "5000, DUE, 6000, true",
        "5001, DUE, 6000, false",
        "none, DUE, 6000, false",
        "5000, DUE, 6001, false",
        "5000, LEASED, 6000, false",
      })
  void a_timer_has_moved_when_either_side_has(
      Long dueAtMs, Entry.State state, long atMs, boolean unmoved) {
    Sighting first = new Sighting(5_000L, new Entry(TASK, DUE, 6_000, 0));

    Sighting again = new Sighting(dueAtMs, new Entry(TASK, state, atMs, 1));

    assertThat(again.isAsIn(first)).isEqualTo(unmoved);
  }
}
