package dev.ordertimeout.task;

import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static dev.ordertimeout.task.TaskKind.SUBSIDY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskIdTest {
  private static final UUID ORDER = UUID.fromString("0190b8a0-0000-7000-8000-00000000000a");

  @Test
  void a_member_is_read_back_as_the_task_it_names() {
    assertThat(TaskId.parse(CANCEL_UNPAID, TaskId.cancelUnpaid(ORDER).member()))
        .contains(TaskId.cancelUnpaid(ORDER));
    assertThat(TaskId.parse(SUBSIDY, TaskId.subsidy(ORDER, 3).member()))
        .contains(TaskId.subsidy(ORDER, 3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "0190b8a0-0000-7000-8000-00000000000a ",
        "0190B8A0-0000-7000-8000-00000000000A",
        "0190b8a0-0000-7000-8000-00000000000a:1",
        "1-1-1-1-1",
        "0190b8a0-0000-7000-8000-00000000000a\n"
      })
  void what_names_no_order_is_no_cancel(String member) {
    assertThat(TaskId.parse(CANCEL_UNPAID, member)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":1", ":0", ":01", ":-1", ":99999", ":x", ":1:2"})
  void what_names_no_tier_is_no_subsidy(String suffix) {
    assertThat(TaskId.parse(SUBSIDY, suffix.equals(":1") ? "x:1" : ORDER + suffix)).isEmpty();
  }

  @Test
  void a_tier_belongs_to_a_tiered_kind_alone() {
    assertThatThrownBy(() -> new TaskId(CANCEL_UNPAID, ORDER, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TaskId(SUBSIDY, ORDER, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
