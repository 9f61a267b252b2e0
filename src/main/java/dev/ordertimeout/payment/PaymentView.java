package dev.ordertimeout.payment;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A capture as callers see it; the amount is minor units of the currency. */
public record PaymentView(
    UUID id,
    String reference,
    UUID orderId,
    long amount,
    String currency,
    PaymentStatus status,
    Instant receivedAt,
    @Nullable Instant refundedAt) {

  static PaymentView of(Payment payment) {
    return new PaymentView(
        payment.id,
        payment.reference,
        payment.orderId,
        payment.amount,
        payment.currency,
        payment.status,
        payment.receivedAt,
        payment.refundedAt);
  }
}
