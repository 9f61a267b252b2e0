package dev.ordertimeout.order;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.platform.problem.ProblemException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long an order may stay unpaid: what the caller asks for within bounds, or the usual. */
@ApplicationScoped
class PaymentWindow {
  private final Duration usual;
  private final Duration least;
  private final Duration most;

  PaymentWindow(OrderTimeoutConfig config) {
    usual = config.paymentWindow();
    least = config.minPaymentWindow();
    most = config.maxPaymentWindow();
    if (usual.compareTo(least) < 0 || usual.compareTo(most) > 0) {
      throw new IllegalStateException(
          "order-timeout.payment-window %s must lie between min-payment-window %s and max-payment-window %s"
              .formatted(usual, least, most));
    }
  }

  /**
   * @param asked null for the usual window
   * @throws ProblemException if it is out of bounds
   */
  Duration of(@Nullable Duration asked) {
    if (asked == null) {
      return usual;
    }
    if (asked.compareTo(least) < 0 || asked.compareTo(most) > 0) {
      throw ProblemException.invalid(
          "/expiresIn", "must be a duration from " + least + " to " + most);
    }
    return asked;
  }
}
