package dev.ordertimeout.payment;

import dev.ordertimeout.platform.idempotency.Idempotency;
import dev.ordertimeout.platform.idempotency.Route;
import dev.ordertimeout.platform.web.Cursor;
import dev.ordertimeout.platform.web.NoArguments;
import dev.ordertimeout.platform.web.Operator;
import dev.ordertimeout.platform.web.PageLimit;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Money that is due back. */
@Path("/api/v1/refunds")
@Tag(name = "Refunds")
public class RefundResource {
  private final Refunds refunds;
  private final Operator operator;
  private final Idempotency idempotency;

  RefundResource(Refunds refunds, Operator operator, Idempotency idempotency) {
    this.refunds = refunds;
    this.operator = operator;
    this.idempotency = idempotency;
  }

  /** Which captures to list. */
  public enum Status {
    DUE(PaymentStatus.REFUND_DUE),
    UNMATCHED(PaymentStatus.UNMATCHED),
    COMPLETED(PaymentStatus.REFUNDED);

    private final PaymentStatus payment;

    Status(PaymentStatus payment) {
      this.payment = payment;
    }
  }

  /**
   * @param nextCursor asks for the page after; null on the last
   */
  public record RefundPage(List<PaymentView> items, @Nullable String nextCursor) {}

  @GET
  public RefundPage list(
      @QueryParam("status") @DefaultValue("DUE") Status status,
      @QueryParam("limit") @DefaultValue(PageLimit.DEFAULT) @PageLimit int limit,
      @QueryParam("cursor") @Nullable String cursor) {
    Cursor after = Cursor.decode(cursor);
    List<Payment> found =
        Payment.page(
            status.payment,
            after == null ? null : new Payment.Position(after.at(), after.id()),
            limit + 1);
    List<Payment> shown = found.subList(0, Math.min(limit, found.size()));
    String next = null;
    if (found.size() > limit) {
      Payment last = shown.get(limit - 1);
      next = new Cursor(last.receivedAt, last.id).encode();
    }
    return new RefundPage(shown.stream().map(PaymentView::of).toList(), next);
  }

  @POST
  @Path("/{paymentId}/complete")
  @APIResponseSchema(PaymentView.class)
  public Response complete(@PathParam("paymentId") UUID paymentId, @Nullable NoArguments none) {
    return idempotency.once(
        Route.COMPLETE_REFUND,
        paymentId.toString(),
        null,
        () -> Response.ok(PaymentView.of(refunds.complete(paymentId, operator.name()))).build());
  }
}
