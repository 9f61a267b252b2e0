package dev.ordertimeout.payment;

import dev.ordertimeout.event.EventType;
import dev.ordertimeout.event.OrderMetrics;
import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.SqlFailures;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskScheduler;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes captures as the payment side reports them. Every one is kept as a row, whatever it is
 * answered; a repeat of a reference is answered as the first time.
 */
@ApplicationScoped
public class PaymentService {
  private static final String REFERENCE_IS_TAKEN = "payment_reference_key";

  private final Transactions transactions;
  private final CaptureStatements statements;
  private final TaskScheduler scheduler;
  private final OrderMetrics metrics;

  PaymentService(
      Transactions transactions,
      CaptureStatements statements,
      TaskScheduler scheduler,
      OrderMetrics metrics) {
    this.transactions = transactions;
    this.statements = statements;
    this.scheduler = scheduler;
    this.metrics = metrics;
  }

  /**
   * Applies a capture, or finds that it was applied before.
   *
   * @throws ProblemException payment-reference-reused if the reference stands for another capture
   */
  public Receipt capture(Capture capture) {
    Optional<Receipt> repeat = transactions.call(connection -> repeated(capture));
    return repeat.orElseGet(() -> first(capture));
  }

  private Receipt first(Capture capture) {
    Receipt receipt;
    try {
      receipt =
          transactions.call(
              connection ->
                  new Receipt(Payment.findById(statements.apply(connection, capture)), false));
    } catch (RuntimeException e) {
      if (!SqlFailures.violates(e, REFERENCE_IS_TAKEN)) {
        throw e;
      }
      // The same capture was reported twice at once, and the other one won.
      return transactions.call(connection -> repeated(capture).orElseThrow());
    }
    count(receipt.payment().answer);
    if (receipt.payment().answer == PaymentAnswer.ACCEPTED) {
      scheduler.unschedule(List.of(TaskId.cancelUnpaid(capture.orderId())));
    }
    return receipt;
  }

  private void count(PaymentAnswer answer) {
    switch (answer) {
      case ACCEPTED -> metrics.happened(EventType.PAID);
      case ORDER_EXPIRED, ORDER_CANCELLED -> metrics.latePayment();
      case ORDER_ALREADY_PAID, ORDER_NOT_FOUND, PAYMENT_AMOUNT_MISMATCH ->
          metrics.happened(EventType.PAYMENT_REFUSED);
    }
  }

  private static Optional<Receipt> repeated(Capture capture) {
    return Payment.byReference(capture.reference())
        .map(
            payment -> {
              requireSame(payment, capture);
              return new Receipt(payment, true);
            });
  }

  private static void requireSame(Payment payment, Capture capture) {
    if (!payment.orderId.equals(capture.orderId())
        || payment.amount != capture.amount()
        || !payment.currency.equals(capture.currency())) {
      throw new ProblemException(
          ProblemCode.PAYMENT_REFERENCE_REUSED,
          "Reference %s is payment %s of order %s over %d %s"
              .formatted(
                  payment.reference, payment.id, payment.orderId, payment.amount, payment.currency),
          Map.of("payment", PaymentView.of(payment)));
    }
  }

  /**
   * What a report came to.
   *
   * @param repeat whether it was reported before
   */
  public record Receipt(Payment payment, boolean repeat) {}
}
