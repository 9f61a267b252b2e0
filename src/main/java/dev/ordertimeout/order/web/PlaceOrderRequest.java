package dev.ordertimeout.order.web;

import dev.ordertimeout.order.PlaceOrder;
import dev.ordertimeout.platform.web.CurrencyCode;
import dev.ordertimeout.platform.web.PlainText;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Body of a placement.
 *
 * @param currency ISO 4217
 * @param expiresIn how long it may stay unpaid, ISO 8601 such as PT30M; null for the usual window
 */
public record PlaceOrderRequest(
    @NotNull @PlainText(max = 64) String customerId,
    @NotNull @CurrencyCode String currency,
    @NotNull @Size(min = 1, max = 200, message = "must be 1 to 200 lines")
        List<@NotNull @Valid Line> lines,
    @Nullable Duration expiresIn) {

  /**
   * @param unitAmount minor units of the currency
   */
  public record Line(
      @NotNull @PlainText(max = 64) String sku,
      @Min(1) @Max(1_000_000) int quantity,
      @Min(0) long unitAmount) {}

  PlaceOrder toPlaceOrder() {
    return new PlaceOrder(
        customerId,
        currency,
        lines.stream()
            .map(line -> new PlaceOrder.Line(line.sku(), line.quantity(), line.unitAmount()))
            .toList(),
        expiresIn);
  }
}
