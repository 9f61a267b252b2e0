package dev.ordertimeout.payment;

import dev.ordertimeout.platform.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/** How a capture was answered when it was first reported; every repeat is answered alike. */
public enum PaymentAnswer {
  ACCEPTED(null),
  ORDER_NOT_FOUND(ProblemCode.ORDER_NOT_FOUND),
  ORDER_EXPIRED(ProblemCode.ORDER_EXPIRED),
  ORDER_CANCELLED(ProblemCode.ORDER_CANCELLED),
  ORDER_ALREADY_PAID(ProblemCode.ORDER_ALREADY_PAID),
  PAYMENT_AMOUNT_MISMATCH(ProblemCode.PAYMENT_AMOUNT_MISMATCH);

  private final @Nullable ProblemCode problem;

  PaymentAnswer(@Nullable ProblemCode problem) {
    this.problem = problem;
  }

  /** The problem the caller is told of; null for an accepted payment. */
  public @Nullable ProblemCode problem() {
    return problem;
  }

  /** The status the money has after this answer. */
  PaymentStatus status() {
    return switch (this) {
      case ACCEPTED -> PaymentStatus.ACCEPTED;
      case ORDER_NOT_FOUND -> PaymentStatus.UNMATCHED;
      case ORDER_EXPIRED, ORDER_CANCELLED, ORDER_ALREADY_PAID, PAYMENT_AMOUNT_MISMATCH ->
          PaymentStatus.REFUND_DUE;
    };
  }
}
