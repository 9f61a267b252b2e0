package dev.ordertimeout.order;

import dev.ordertimeout.platform.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants to order; checked for form already.
 *
 * @param window how long it may stay unpaid; null for the configured window
 */
public record PlaceOrder(
    String customerId, String currency, List<Line> lines, @Nullable Duration window) {

  /**
   * @param quantity positive
   * @param unitAmount minor units, not negative
   */
  public record Line(String sku, int quantity, long unitAmount) {
    OrderLine toOrderLine(boolean reserved) {
      return new OrderLine(sku, quantity, unitAmount, reserved);
    }
  }

  /**
   * Sum over the lines, minor units.
   *
   * @throws ProblemException if it does not fit in 63 bits; it names the line that was too much
   */
  long total() {
    long total = 0;
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      try {
        total = Math.addExact(total, Math.multiplyExact(line.quantity(), line.unitAmount()));
      } catch (ArithmeticException e) {
        throw ProblemException.invalid("/lines/" + i, "makes the total larger than 2^63 - 1");
      }
    }
    return total;
  }

  /** What is asked for of each SKU; a SKU may stand in several lines. */
  Map<String, Long> quantities() {
    return lines.stream()
        .collect(Collectors.groupingBy(Line::sku, Collectors.summingLong(Line::quantity)));
  }
}
