package dev.ordertimeout.payment;

import dev.ordertimeout.platform.idempotency.Idempotency;
import dev.ordertimeout.platform.idempotency.Route;
import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.web.CurrencyCode;
import dev.ordertimeout.platform.web.PlainText;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Where the payment side reports what it captured. */
@Path("/api/v1/orders")
@Tag(name = "Payments")
public class PaymentResource {
  private final PaymentService payments;
  private final Idempotency idempotency;

  PaymentResource(PaymentService payments, Idempotency idempotency) {
    this.payments = payments;
    this.idempotency = idempotency;
  }

  /**
   * @param reference the payment side's own name for the capture; repeats carry the same
   * @param amount minor units of the currency
   */
  public record CaptureRequest(
      @NotNull @PlainText(max = 128) String reference,
      @Min(1) long amount,
      @NotNull @CurrencyCode String currency) {}

  @POST
  @Path("/{id}/payments")
  @APIResponseSchema(value = PaymentView.class, responseCode = "201")
  public Response capture(@PathParam("id") UUID orderId, @NotNull @Valid CaptureRequest request) {
    return idempotency.once(
        Route.REPORT_CAPTURE, orderId.toString(), request, () -> captured(orderId, request));
  }

  private Response captured(UUID orderId, CaptureRequest request) {
    PaymentService.Receipt receipt =
        payments.capture(
            new Capture(request.reference(), orderId, request.amount(), request.currency()));
    Payment payment = receipt.payment();
    ProblemCode problem = payment.answer.problem();
    if (problem != null) {
      throw new ProblemException(
          problem, refusal(payment), Map.of("payment", PaymentView.of(payment)));
    }
    return Response.status(receipt.repeat() ? Response.Status.OK : Response.Status.CREATED)
        .entity(PaymentView.of(payment))
        .build();
  }

  private static String refusal(Payment payment) {
    return "Capture %s over %d %s did not pay order %s; it is recorded, to be refunded"
        .formatted(payment.reference, payment.amount, payment.currency, payment.orderId);
  }
}
