package dev.ordertimeout.hall;

import dev.ordertimeout.order.web.OrderView;
import dev.ordertimeout.platform.idempotency.Idempotency;
import dev.ordertimeout.platform.idempotency.Route;
import dev.ordertimeout.platform.web.PlainText;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Where couriers take an order out of the hall. Its path is that of the orders: JAX-RS settles on a
 * path of classes before it looks at methods.
 */
@Path("/api/v1/orders")
@Tag(name = "Hall")
public class GrabResource {
  private final GrabService grabs;
  private final Idempotency idempotency;

  GrabResource(GrabService grabs, Idempotency idempotency) {
    this.grabs = grabs;
    this.idempotency = idempotency;
  }

  /** Who grabs. */
  public record GrabRequest(@NotNull @PlainText(max = 64) String courierId) {}

  /** Said outright: by default a record of one text is also made from a body of any other type. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Path("/{id}/grab")
  @APIResponseSchema(OrderView.class)
  public Response grab(@PathParam("id") UUID id, @NotNull @Valid GrabRequest request) {
    return idempotency.once(
        Route.GRAB_ORDER,
        id.toString(),
        request,
        () -> Response.ok(OrderView.of(grabs.grab(id, request.courierId()))).build());
  }
}
