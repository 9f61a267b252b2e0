package dev.ordertimeout.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.hall.GrabService;
import dev.ordertimeout.order.CancelReason;
import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.payment.Capture;
import dev.ordertimeout.payment.PaymentService;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskPlan;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The views of the schema and the plan in Java state one rule. */
@QuarkusTest
class TaskRowsTest {
  @Inject Shop shop;
  @Inject TaskRows rows;
  @Inject TaskWorker worker;
  @Inject Transactions transactions;
  @Inject OrderService orders;
  @Inject PaymentService payments;
  @Inject GrabService grabs;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void views_and_plan_imply_the_same_timers_in_every_state_of_an_order() {
    UUID placed = shop.order();
    UUID free = shop.order(Shop.line("leaflet", 1, 0));
    UUID paid = shop.order();
    payments.capture(new Capture("r1", paid, 1000, "EUR"));
    UUID grabbed = shop.order();
    grabs.grab(grabbed, "carl");
    UUID cancelled = shop.order();
    orders.cancel(cancelled, CancelReason.CUSTOMER, connection -> {});
    UUID subsidised = shop.order();
    shop.later(subsidised, Duration.ofSeconds(31));
    UUID pastItsTiers = shop.order();
    shop.later(pastItsTiers, Duration.ofSeconds(91));
    worker.runOnce(() -> false);

    for (UUID order : List.of(placed, free, paid, grabbed, cancelled, subsidised, pastItsTiers)) {
      assertThat(implied(order))
          .containsExactlyInAnyOrderElementsOf(TaskPlan.of(shop.read(order).facts()));
    }
    assertThat(implied(placed)).hasSize(4);
    assertThat(implied(free)).hasSize(3);
    assertThat(implied(paid)).hasSize(3);
    assertThat(implied(grabbed)).extracting(Task::id).containsExactly(TaskId.cancelUnpaid(grabbed));
    assertThat(implied(cancelled)).isEmpty();
    assertThat(implied(subsidised)).hasSize(2);
    assertThat(implied(pastItsTiers)).hasSize(1);
  }

  @Test
  void pages_follow_each_other_without_a_hole_and_without_a_repeat() {
    List<UUID> placed = shop.orders(25);
    List<TaskId> seen = new ArrayList<>();

    TaskRows.Row last = null;
    List<TaskRows.Row> page = page(last);
    while (!page.isEmpty()) {
      page.forEach(row -> seen.add(row.task().id()));
      last = page.get(page.size() - 1);
      page = page(last);
    }

    assertThat(seen)
        .containsExactlyInAnyOrderElementsOf(
            placed.stream()
                .flatMap(
                    order ->
                        List.of(
                            TaskId.subsidy(order, 1),
                            TaskId.subsidy(order, 2),
                            TaskId.subsidy(order, 3))
                            .stream())
                .toList());
  }

  private List<TaskRows.Row> page(TaskRows.Row after) {
    return transactions.call(
        connection ->
            rows.page(
                connection, TaskKind.SUBSIDY, TaskRows.Span.before(4_000_000_000_000L), after, 7));
  }

  private List<Task> implied(UUID order) {
    return transactions.call(
        connection -> {
          List<Task> tasks = new ArrayList<>();
          for (TaskKind kind : TaskKind.values()) {
            rows.of(connection, kind, List.of(order)).forEach(row -> tasks.add(row.task()));
          }
          return tasks;
        });
  }
}
