package dev.ordertimeout.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which timers a row implies. */
class TaskPlanTest {
  private static final UUID ORDER = new UUID(0, 1);

  @Test
  void an_open_order_has_a_cancel_and_one_subsidy_for_each_open_tier() {
    var order =
        new TaskPlan.Facts(
            ORDER,
            1_800_000L,
            List.of(new TaskPlan.OpenTier(2, 30_000), new TaskPlan.OpenTier(3, 90_000)));

    assertThat(TaskPlan.of(order))
        .containsExactly(
            new Task(TaskId.cancelUnpaid(ORDER), 1_800_000),
            new Task(TaskId.subsidy(ORDER, 2), 30_000),
            new Task(TaskId.subsidy(ORDER, 3), 90_000));
  }

  @Test
  void a_closed_order_that_left_the_hall_has_none() {
    assertThat(TaskPlan.of(new TaskPlan.Facts(ORDER, null, List.of()))).isEmpty();
  }
}
