package dev.ordertimeout.stock;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.web.Operator;
import dev.ordertimeout.platform.web.PlainText;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What is on hand of the SKUs that are tracked. */
@Path("/api/v1/stock/{sku}")
@Tag(name = "Stock")
public class StockResource {
  private final StockService stock;
  private final Operator operator;

  StockResource(StockService stock, Operator operator) {
    this.stock = stock;
    this.operator = operator;
  }

  /** Pieces, all told; what is reserved stays so. */
  public record OnHand(@NotNull @Min(0) Long onHand) {}

  /** The stock of a SKU, pieces. */
  public record StockView(String sku, long onHand, long reserved, long available) {
    static StockView of(Stock stock) {
      return new StockView(stock.sku, stock.onHand, stock.reserved, stock.onHand - stock.reserved);
    }
  }

  @PUT
  public StockView put(
      @PathParam("sku") @PlainText(max = 64) String sku, @NotNull @Valid OnHand request) {
    return StockView.of(stock.setOnHand(sku, request.onHand(), operator.name()));
  }

  @GET
  public StockView get(@PathParam("sku") @PlainText(max = 64) String sku) {
    return Stock.<Stock>findByIdOptional(sku)
        .map(StockView::of)
        .orElseThrow(
            () -> new ProblemException(ProblemCode.NOT_FOUND, "SKU " + sku + " is not tracked"));
  }
}
