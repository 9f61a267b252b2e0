package dev.ordertimeout.task;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which timers an order's row implies. They follow from the row alone, never from today's
 * configuration, so that they can be rebuilt whenever the queue lost them.
 */
public final class TaskPlan {
  private TaskPlan() {}

  /**
   * What of an order's row decides its timers.
   *
   * @param cancelAtMs when the unpaid order is cancelled, ms since 1970; null once it is closed
   * @param openTiers the tiers still to be granted; empty once the order left the hall
   */
  public record Facts(UUID orderId, @Nullable Long cancelAtMs, List<OpenTier> openTiers) {}

  /**
   * A subsidy tier that is not yet in the ledger.
   *
   * @param dueAtMs ms since 1970
   */
  public record OpenTier(int tier, long dueAtMs) {}

  /** The timers the row implies; one line per kind. */
  public static List<Task> of(Facts order) {
    return Stream.of(cancelUnpaid(order), subsidies(order)).flatMap(tasks -> tasks).toList();
  }

  private static Stream<Task> cancelUnpaid(Facts order) {
    return Stream.ofNullable(order.cancelAtMs())
        .map(dueAtMs -> new Task(TaskId.cancelUnpaid(order.orderId()), dueAtMs));
  }

  private static Stream<Task> subsidies(Facts order) {
    return order.openTiers().stream()
        .map(open -> new Task(TaskId.subsidy(order.orderId(), open.tier()), open.dueAtMs()));
  }
}
