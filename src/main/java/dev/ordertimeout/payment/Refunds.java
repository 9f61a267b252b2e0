package dev.ordertimeout.payment;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.platform.web.OperatorActions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/** Money that is due back, and the word that it went back. */
@ApplicationScoped
public class Refunds {
  private static final String COMPLETE_IF_DUE =
      "UPDATE payment SET status = 'REFUNDED', refunded_at = clock_timestamp()"
          + " WHERE id = ? AND status IN ('REFUND_DUE', 'UNMATCHED')";

  private final Transactions transactions;
  private final OperatorActions actions;

  Refunds(Transactions transactions, OperatorActions actions) {
    this.transactions = transactions;
    this.actions = actions;
  }

  /**
   * Notes that the money went back; noted already is no error.
   *
   * @param operator who says so
   * @throws ProblemException not-found, or payment-not-refundable for money that paid its order
   */
  public Payment complete(UUID paymentId, String operator) {
    Payment payment =
        transactions.call(
            connection -> {
              if (completeIfDue(connection, paymentId)) {
                actions.record(connection, operator, "COMPLETE_REFUND", paymentId.toString(), null);
              }
              return Payment.<Payment>findByIdOptional(paymentId)
                  .orElseThrow(
                      () ->
                          new ProblemException(
                              ProblemCode.NOT_FOUND, "There is no payment " + paymentId));
            });
    if (payment.status != PaymentStatus.REFUNDED) {
      throw new ProblemException(
          ProblemCode.PAYMENT_NOT_REFUNDABLE,
          "Payment " + paymentId + " paid order " + payment.orderId);
    }
    return payment;
  }

  private static boolean completeIfDue(Connection connection, UUID paymentId) throws SQLException {
    try (PreparedStatement complete = connection.prepareStatement(COMPLETE_IF_DUE)) {
      complete.setObject(1, paymentId);
      return complete.executeUpdate() == 1;
    }
  }
}
