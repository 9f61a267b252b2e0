package dev.ordertimeout.hall;

import dev.ordertimeout.order.Order;
import dev.ordertimeout.order.web.OrderView;
import dev.ordertimeout.platform.web.PageLimit;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The hall where orders wait for a courier. */
@Path("/api/v1/hall")
@Tag(name = "Hall")
public class HallResource {

  /** Orders that stand in the hall. */
  public record Standing(List<OrderView> items) {}

  /** The best subsidy first, then whoever waits longest. */
  @GET
  public Standing standing(
      @QueryParam("limit") @DefaultValue(PageLimit.DEFAULT) @PageLimit int limit) {
    List<Order> orders =
        Order.<Order>find(
                "grabbedAt is null and status <> CANCELLED"
                    + " order by subsidyAmount desc, placedAt, id")
            .range(0, limit - 1)
            .list();
    return new Standing(orders.stream().map(OrderView::of).toList());
  }
}
