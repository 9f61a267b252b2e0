package dev.ordertimeout.platform;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.ContentionException;
import dev.ordertimeout.platform.web.CurrencyCode;
import dev.ordertimeout.platform.web.Cursor;
import dev.ordertimeout.platform.web.Operator;
import dev.ordertimeout.platform.web.PageLimit;
import dev.ordertimeout.platform.web.PlainText;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/**
 * Gives back what it is given, and fails in every way there is; stands in for the real resources.
 */
@Path("/api/test/echo")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class EchoResource {
  private final Operator operator;

  EchoResource(Operator operator) {
    this.operator = operator;
  }

  /** Shaped like the placing of an order. */
  public record Basket(
      @NotNull @PlainText(max = 64) String customerId,
      @NotNull @CurrencyCode String currency,
      @NotNull @Size(min = 1, max = 200) List<@NotNull @Valid Item> lines,
      Duration expiresIn,
      Instant at,
      Boolean gift,
      Color color) {}

  public record Item(
      @NotNull @PlainText(max = 64) String sku,
      @NotNull @Min(1) @Max(1_000_000) Integer quantity,
      @NotNull @Min(0) Long unitAmount) {}

  public record Primitive(int count) {}

  public enum Color {
    RED,
    GREEN
  }

  @POST
  public Basket post(@Valid @NotNull Basket basket) {
    return basket;
  }

  @POST
  @Path("/primitive")
  public Primitive primitive(@Valid @NotNull Primitive primitive) {
    return primitive;
  }

  @POST
  @Path("/optional")
  public Map<String, Object> optional(@Valid Basket basket) {
    return Map.of("given", basket != null);
  }

  @POST
  @Path("/nothing")
  public Map<String, Object> nothing() {
    return Map.of();
  }

  @GET
  public Map<String, Object> list(
      @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit int limit,
      @RestQuery String cursor,
      @RestQuery Color color) {
    Cursor.decode(cursor);
    return Map.of("limit", limit);
  }

  @GET
  @Path("/{id}")
  public Map<String, Object> get(@RestPath UUID id) {
    return Map.of("id", id);
  }

  @PUT
  @Path("/stock/{sku}")
  public Map<String, Object> stock(@PathParam("sku") @PlainText(max = 8) String sku) {
    return Map.of("sku", sku);
  }

  @GET
  @Path("/operator/name")
  public Map<String, Object> operator() {
    return Map.of("name", operator.name());
  }

  @GET
  @Path("/answer/invalid")
  public @PlainText(max = 1) String invalidAnswer() {
    return "too long";
  }

  @GET
  @Path("/fail/{how}")
  public String fail(@RestPath String how) throws Exception {
    throw switch (how) {
      case "problem" ->
          new ProblemException(
              ProblemCode.ORDER_EXPIRED,
              "Too late for order 1.",
              Map.of("payment", Map.of("id", 7)));
      case "unavailable" ->
          new IllegalStateException(new SQLException("secret host refused", "08001"));
      case "acquisition" ->
          new IllegalStateException(new SQLException("Sorry, acquisition timeout!"));
      case "contention" -> new ContentionException(new SQLException("SELECT secret", "40P01"));
      case "busy" -> new RejectedExecutionException();
      default -> new IllegalStateException("SELECT secret FROM dev.ordertimeout");
    };
  }
}
