package dev.ordertimeout.order;

import static dev.ordertimeout.support.Api.API;
import static dev.ordertimeout.support.Api.operator;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Answer;
import dev.ordertimeout.support.Api;
import dev.ordertimeout.support.Shop;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP asks of every resource: methods, media types, bodies and headers. */
@QuarkusTest
class HttpMannersTest {
  @Inject Shop shop;
  private UUID order;

  @BeforeEach
  void clear() {
    shop.clear();
    order = shop.order();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/orders                                | GET, HEAD, OPTIONS, POST",
        "/orders/{id}                           | GET, HEAD, OPTIONS",
        "/orders/{id}/events                    | GET, HEAD, OPTIONS",
        "/orders/{id}/cancel                    | OPTIONS, POST",
        "/orders/{id}/deadline                  | OPTIONS, PUT",
        "/orders/{id}/payments                  | OPTIONS, POST",
        "/orders/{id}/grab                      | OPTIONS, POST",
        "/hall                                  | GET, HEAD, OPTIONS",
        "/refunds                               | GET, HEAD, OPTIONS",
        "/refunds/{id}/complete                 | OPTIONS, POST",
        "/stock/pear                            | GET, HEAD, OPTIONS, PUT",
        "/admin/timeouts                        | GET, HEAD, OPTIONS",
        "/admin/timeouts/CANCEL_UNPAID/pause    | OPTIONS, POST",
        "/admin/timeouts/CANCEL_UNPAID/resume   | OPTIONS, POST",
        "/admin/dead-tasks                      | GET, HEAD, OPTIONS",
        "/admin/dead-tasks/7                    | DELETE, OPTIONS",
        "/admin/dead-tasks/7/retry              | OPTIONS, POST"
      })
  void every_path_says_which_methods_it_takes_and_refuses_the_others(String path, String methods) {
    String there = path.replace("{id}", order.toString());

    assertThat(API.call("OPTIONS", there).header("Allow")).isEqualTo(methods);
    Answer refused = API.call("PATCH", there, "{}");
    refused.isProblem(405, "method-not-allowed");
    assertThat(refused.header("Allow")).isEqualTo(methods);
    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/orders", "/orders/{id}", "/orders/{id}/events", "/hall", "/refunds"})
  void head_answers_as_get_does_without_the_body(String path) {
    String there = path.replace("{id}", order.toString());

    Response head = API.call("HEAD", there).response();

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.contentType()).isEqualTo("application/json;charset=UTF-8");
    assertThat(head.asByteArray()).isEmpty();
    assertThat(API.call("HEAD", "/orders/" + UUID.randomUUID()).response().statusCode())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/order",
        "/orders/{id}/x",
        "/orders/{id}/grab/x",
        "/stock",
        "/admin",
        "/admin/timeouts/CANCEL_UNPAID"
      })
  void a_path_that_does_not_exist_is_not_found(String path) {
    API.get(path.replace("{id}", order.toString())).isProblem(404, "not-found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /orders                              | 'customerId': 'ann',",
        "POST | /orders/{id}/cancel                  | 'reason': 'OPERATOR',",
        "PUT  | /orders/{id}/deadline                | 'expiresAt': '2100-01-02T03:04:05Z',",
        "POST | /orders/{id}/payments                | 'amount': 1000,",
        "POST | /orders/{id}/grab                    | 'courierId': 'carl',",
        "PUT  | /stock/pear                          | 'onHand': 1,",
        "POST | /admin/timeouts/CANCEL_UNPAID/pause  |",
        "POST | /admin/timeouts/CANCEL_UNPAID/resume | 'extendBy': 'PT10M',",
        "POST | /refunds/{id}/complete               |",
        "POST | /admin/dead-tasks/7/retry            |"
      },
      quoteCharacter = '`')
  void a_body_must_be_json_and_an_unknown_field_is_refused(
      String method, String path, @Nullable String field) {
    String there = path.replace("{id}", order.toString());

    for (ContentType type :
        new ContentType[] {ContentType.TEXT, ContentType.XML, ContentType.URLENC}) {
      Response response = given().contentType(type).body("{}").request(method, "/api/v1" + there);
      assertThat(response.statusCode()).as(type.toString()).isEqualTo(415);
      assertThat(response.contentType()).isEqualTo("application/problem+json");
    }
    String known = field == null ? "" : field.replace('\'', '"');
    API.call(method, there, "{" + known + "\"surprise\": 1}").isInvalidAt("/surprise");
    API.call(method, there, "{" + known + "\"surprise\": null}").isInvalidAt("/surprise");

    assertThat(shop.events(order)).containsExactly("PLACED");
    assertThat(shop.column("SELECT what FROM operator_action")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /orders",
    "PUT,  /orders/{id}/deadline",
    "POST, /orders/{id}/payments",
    "POST, /orders/{id}/grab",
    "PUT,  /stock/pear"
  })
  void a_body_that_is_needed_is_asked_for(String method, String path) {
    API.call(method, path.replace("{id}", order.toString())).isInvalidAt("");
  }

  @Test
  void an_answer_is_json_for_those_who_take_json_only() {
    assertThat(accepting("application/json").statusCode()).isEqualTo(200);
    assertThat(accepting("application/*;q=0.5, text/html").statusCode()).isEqualTo(200);
    assertThat(accepting("*/*").statusCode()).isEqualTo(200);
    Response refused = accepting("text/html");
    assertThat(refused.statusCode()).isEqualTo(406);
    assertThat(refused.contentType()).isEqualTo("application/problem+json");
  }

  @Test
  void ids_are_taken_in_capitals_too() {
    assertThat(API.get("/orders/" + order.toString().toUpperCase(Locale.ROOT)).is(200))
        .isEqualTo(API.get("/orders/" + order).is(200));
  }

  @Test
  void an_operator_who_gives_a_name_that_is_none_changes_nothing() {
    for (String name : new String[] {"", " ", "x".repeat(101)}) {
      Api nobody = operator(name);
      nobody.put("/stock/pear", "{\"onHand\": 2}").isInvalidAt("#X-Operator");
      nobody.post("/admin/timeouts/SUBSIDY/pause").isInvalidAt("#X-Operator");
      nobody
          .post("/orders/" + order + "/cancel", "{\"reason\": \"OPERATOR\"}")
          .isInvalidAt("#X-Operator");
    }

    assertThat(shop.column("SELECT sku FROM stock")).isEmpty();
    assertThat(shop.column("SELECT kind FROM task_pause")).isEmpty();
    assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
  }

  private Response accepting(String types) {
    return given().header("Accept", types).get("/api/v1/orders/" + order);
  }
}
