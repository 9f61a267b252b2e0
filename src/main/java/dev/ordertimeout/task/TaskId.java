package dev.ordertimeout.task;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one timer of one order.
 *
 * @param tier 1, 2, … for a tiered kind, else 0
 */
public record TaskId(TaskKind kind, UUID orderId, int tier) {
  private static final Pattern MEMBER =
      Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::([1-9][0-9]{0,3}))?");

  public TaskId {
    if (kind.tiered() != tier > 0) {
      throw new IllegalArgumentException("tier " + tier + " does not fit kind " + kind);
    }
  }

  public static TaskId cancelUnpaid(UUID orderId) {
    return new TaskId(TaskKind.CANCEL_UNPAID, orderId, 0);
  }

  public static TaskId subsidy(UUID orderId, int tier) {
    return new TaskId(TaskKind.SUBSIDY, orderId, tier);
  }

  /**
   * The queue's name for this task within its kind: {@code <orderId>} or {@code <orderId>:<tier>}.
   */
  public String member() {
    return tier == 0 ? orderId.toString() : orderId + ":" + tier;
  }

  /** Reads what {@link #member()} wrote; empty for anything else. */
  public static Optional<TaskId> parse(TaskKind kind, String member) {
    Matcher m = MEMBER.matcher(member);
    if (!m.matches() || kind.tiered() != (m.group(2) != null)) {
      return Optional.empty();
    }
    int tier = kind.tiered() ? Integer.parseInt(m.group(2)) : 0;
    return Optional.of(new TaskId(kind, UUID.fromString(m.group(1)), tier));
  }

  @Override
  public String toString() {
    return kind + " " + member();
  }
}
