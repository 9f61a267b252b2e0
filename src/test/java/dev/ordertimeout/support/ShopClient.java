package dev.ordertimeout.support;

import static io.restassured.RestAssured.given;

import io.restassured.http.ContentType;
import io.restassured.response.Response;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A caller of the HTTP interface of a service process.
 *
 * @param customer places the orders; one of its own, since processes share the database
 */
public record ShopClient(URI service, String customer) {

  public static ShopClient of(URI service) {
    return new ShopClient(service, "customer-" + UUID.randomUUID());
  }

  /** An order of 10.00 EUR for two pieces of a SKU. */
  public UUID place(String sku, String expiresIn) {
    Response placed =
        post(
            "/api/v1/orders",
            Map.of(
                "customerId",
                customer,
                "currency",
                "EUR",
                "lines",
                List.of(Map.of("sku", sku, "quantity", 2, "unitAmount", 500)),
                "expiresIn",
                expiresIn));
    if (placed.statusCode() != 201) {
      throw new AssertionError(placed.statusCode() + " " + placed.asString());
    }
    return UUID.fromString(placed.path("id"));
  }

  /** Pays the 10.00 EUR; the HTTP status. */
  public int pay(UUID orderId) {
    return post(
            "/api/v1/orders/" + orderId + "/payments",
            Map.of("reference", "ref-" + orderId, "amount", 1000, "currency", "EUR"))
        .statusCode();
  }

  public void stock(String sku, long onHand) {
    given()
        .contentType(ContentType.JSON)
        .body(Map.of("onHand", onHand))
        .put(service.resolve("/api/v1/stock/" + sku))
        .then()
        .statusCode(200);
  }

  public Response get(String path) {
    return given().get(service.resolve(path));
  }

  public Response post(String path, Object body) {
    return given().contentType(ContentType.JSON).body(body).post(service.resolve(path));
  }
}
