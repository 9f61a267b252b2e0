package dev.ordertimeout.order.web;

import dev.ordertimeout.event.OrderEvent;
import dev.ordertimeout.order.CancelReason;
import dev.ordertimeout.order.Order;
import dev.ordertimeout.order.OrderService;
import dev.ordertimeout.order.OrderStatus;
import dev.ordertimeout.order.Orders;
import dev.ordertimeout.platform.idempotency.Idempotency;
import dev.ordertimeout.platform.idempotency.Route;
import dev.ordertimeout.platform.web.Cursor;
import dev.ordertimeout.platform.web.Operator;
import dev.ordertimeout.platform.web.OperatorActions;
import dev.ordertimeout.platform.web.PageLimit;
import dev.ordertimeout.platform.web.PlainText;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Orders over HTTP. */
@Path("/api/v1/orders")
@Tag(name = "Orders")
public class OrderResource {
  private final OrderService orders;
  private final Operator operator;
  private final OperatorActions actions;
  private final Idempotency idempotency;

  OrderResource(
      OrderService orders, Operator operator, OperatorActions actions, Idempotency idempotency) {
    this.orders = orders;
    this.operator = operator;
    this.actions = actions;
    this.idempotency = idempotency;
  }

  @POST
  @APIResponseSchema(value = OrderView.class, responseCode = "201")
  public Response place(@NotNull @Valid PlaceOrderRequest request) {
    return idempotency.once(
        Route.PLACE_ORDER, request.customerId(), request, () -> placed(request));
  }

  private Response placed(PlaceOrderRequest request) {
    Order order = orders.place(request.toPlaceOrder());
    return Response.created(URI.create("/api/v1/orders/" + order.id))
        .entity(OrderView.of(order))
        .build();
  }

  @GET
  @Path("/{id}")
  public OrderView get(@PathParam("id") UUID id) {
    return OrderView.of(Orders.require(id));
  }

  @GET
  public OrderPage list(
      @QueryParam("status") @Nullable OrderStatus status,
      @QueryParam("customerId") @PlainText(max = 64) @Nullable String customerId,
      @QueryParam("limit") @DefaultValue(PageLimit.DEFAULT) @PageLimit int limit,
      @QueryParam("cursor") @Nullable String cursor) {
    Cursor before = Cursor.decode(cursor);
    return OrderPage.of(
        Orders.page(
            new Orders.Filter(status, customerId),
            before == null ? null : new Orders.Position(before.at(), before.id()),
            limit + 1),
        limit);
  }

  /** Who asks for a cancel. */
  public enum Asker {
    CUSTOMER,
    OPERATOR
  }

  /**
   * @param reason null for CUSTOMER
   */
  public record CancelRequest(@Nullable Asker reason) {}

  @POST
  @Path("/{id}/cancel")
  @APIResponseSchema(OrderView.class)
  public Response cancel(@PathParam("id") UUID id, @Nullable CancelRequest request) {
    return idempotency.once(
        Route.CANCEL_ORDER,
        id.toString(),
        request,
        () -> Response.ok(cancelled(id, request)).build());
  }

  private OrderView cancelled(UUID id, @Nullable CancelRequest request) {
    if (request == null || request.reason() != Asker.OPERATOR) {
      return OrderView.of(orders.cancel(id, CancelReason.CUSTOMER, connection -> {}));
    }
    String who = operator.name();
    return OrderView.of(
        orders.cancel(
            id,
            CancelReason.OPERATOR,
            connection -> actions.record(connection, who, "CANCEL_ORDER", id.toString(), null)));
  }

  /**
   * @param expiresAt RFC 3339, in the future
   */
  public record DeadlineRequest(@NotNull Instant expiresAt) {}

  @PUT
  @Path("/{id}/deadline")
  public OrderView moveDeadline(@PathParam("id") UUID id, @NotNull @Valid DeadlineRequest request) {
    String who = operator.name();
    return OrderView.of(
        orders.moveDeadline(
            id,
            request.expiresAt(),
            connection ->
                actions.record(
                    connection,
                    who,
                    "MOVE_DEADLINE",
                    id.toString(),
                    Map.of("expiresAt", request.expiresAt()))));
  }

  @GET
  @Path("/{id}/events")
  public Timeline events(@PathParam("id") UUID id) {
    return Timeline.of(Orders.require(id), OrderEvent.of(id));
  }
}
