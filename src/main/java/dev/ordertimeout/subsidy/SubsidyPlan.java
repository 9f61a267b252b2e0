package dev.ordertimeout.subsidy;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Works out, when an order is placed, what each tier will grant it. The amounts are settled then,
 * the cap taken off the last tiers, so that tiers can be granted late and in any order.
 */
@ApplicationScoped
public class SubsidyPlan {
  private final List<OrderTimeoutConfig.Tier> configured;
  private final long cap;

  SubsidyPlan(OrderTimeoutConfig config) {
    configured = config.subsidy().tiers();
    cap = config.subsidy().cap().orElse(Long.MAX_VALUE);
    check(configured);
  }

  /**
   * The plan for an order of this total.
   *
   * @param total minor units, not negative
   */
  public List<SubsidyTier> forTotal(long total) {
    List<SubsidyTier> tiers = new ArrayList<>();
    long left = cap;
    for (OrderTimeoutConfig.Tier tier : configured) {
      long amount = Math.min(left, amountOf(tier, total));
      left -= amount;
      tiers.add(new SubsidyTier(tiers.size() + 1, tier.after().toMillis(), amount));
    }
    return tiers;
  }

  private static long amountOf(OrderTimeoutConfig.Tier tier, long total) {
    if (tier.amount().isPresent()) {
      return tier.amount().getAsLong();
    }
    int percent = tier.percent().orElseThrow();
    // Divided first, so that no total overflows; rounded down.
    return total / 100 * percent + total % 100 * percent / 100;
  }

  private static void check(List<OrderTimeoutConfig.Tier> tiers) {
    Duration previous = Duration.ZERO;
    for (int i = 0; i < tiers.size(); i++) {
      OrderTimeoutConfig.Tier tier = tiers.get(i);
      String name = "order-timeout.subsidy.tiers[" + i + "]";
      if (tier.amount().isPresent() == tier.percent().isPresent()) {
        throw new IllegalStateException(name + " needs exactly one of amount and percent");
      }
      if (tier.amount().isPresent() && tier.amount().getAsLong() < 0) {
        throw new IllegalStateException(name + ".amount must not be negative");
      }
      if (tier.after().compareTo(previous) <= 0) {
        throw new IllegalStateException(name + ".after must be later than the tier before");
      }
      previous = tier.after();
    }
  }
}
