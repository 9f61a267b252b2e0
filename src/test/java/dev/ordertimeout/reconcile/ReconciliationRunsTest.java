package dev.ordertimeout.reconcile;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.AdvisoryLock;
import dev.ordertimeout.support.Rivals;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.support.TestServers;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How runs are started, watched, and ended by whatever happens to them. */
@QuarkusTest
class ReconciliationRunsTest {
  private static final String PATH = "/api/v1/admin/reconciliations";

  @Inject ReconciliationService reconciliations;
  @Inject RunStarter starter;
  @Inject TaskQueue queue;
  @Inject Shop shop;

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @AfterEach
  void rest() {
    RunsInTests.awaitNone(shop);
  }

  @Test
  void a_run_is_accepted_and_its_progress_is_seen_where_the_answer_points() {
    somethingSuspicious();

    String location =
        given()
            .contentType(ContentType.JSON)
            .header("X-Operator", "olga")
            .body("{\"dryRun\": true}")
            .post(PATH)
            .then()
            .statusCode(202)
            .body("status", equalTo("RUNNING"))
            .body("dryRun", equalTo(true))
            .body("startedAt", notNullValue())
            .body("finishedAt", nullValue())
            .extract()
            .header("Location");

    await().until(() -> !get(location).path("status").equals("RUNNING"));
    get(location)
        .then()
        .statusCode(200)
        .body("status", equalTo("COMPLETED"))
        .body("finishedAt", notNullValue())
        .body("scannedOrders", equalTo(1))
        .body("scannedEntries", equalTo(3))
        .body("findings.overdue", equalTo(0))
        .body("findings.missing", equalTo(1))
        .body("findings.drifted", equalTo(0))
        .body("findings.ghost", equalTo(0))
        .body("findings.orphaned", equalTo(0))
        .body("repaired", equalTo(0))
        .body("error", nullValue());
    assertThat(shop.column("SELECT who || ' ' || what || ' ' || data::text FROM operator_action"))
        .containsExactly("olga START_RECONCILIATION {\"dryRun\": true}");
  }

  @Test
  void without_a_body_it_repairs() {
    somethingSuspicious();

    String location = post().then().statusCode(202).extract().header("Location");

    await().until(() -> get(location).path("status").equals("COMPLETED"));
    assertThat(get(location).<Integer>path("repaired")).isEqualTo(1);
  }

  @Test
  void of_two_starts_at_once_one_is_refused() {
    somethingSuspicious();

    List<Integer> answers = Rivals.atOnce(() -> post().statusCode(), () -> post().statusCode());

    assertThat(answers).containsExactlyInAnyOrder(202, 409);
    post()
        .then()
        .statusCode(409)
        .contentType("application/problem+json")
        .body("code", equalTo("reconciliation-running"));
    assertThat(shop.count("SELECT count(*) FROM reconciliation_run")).isEqualTo(1);
  }

  @Test
  void a_body_with_anything_else_is_refused() {
    given()
        .contentType(ContentType.JSON)
        .body("{\"dryRun\": \"yes\"}")
        .post(PATH)
        .then()
        .statusCode(400)
        .body("errors[0].pointer", equalTo("/dryRun"));
    assertThat(shop.count("SELECT count(*) FROM reconciliation_run")).isZero();
  }

  @Test
  void runs_are_listed_newest_first_page_by_page() {
    String first = run();
    String second = run();
    String third = run();

    String cursor =
        given()
            .queryParam("limit", 2)
            .get(PATH)
            .then()
            .body("items.id", contains(third, second))
            .extract()
            .path("nextCursor");
    given()
        .queryParam("limit", 2)
        .queryParam("cursor", cursor)
        .get(PATH)
        .then()
        .body("items.id", contains(first))
        .body("items", hasSize(1))
        .body("nextCursor", nullValue());
  }

  @Test
  void an_unknown_run_is_not_found() {
    get(PATH + "/" + new UUID(0, 1)).then().statusCode(404).body("code", equalTo("not-found"));
  }

  @Test
  void a_run_whose_process_died_shows_as_interrupted_and_does_not_stop_the_next() {
    UUID killed = UUID.randomUUID();
    shop.sql(
        "INSERT INTO reconciliation_run (id, status, dry_run, started_at)"
            + " VALUES (?, 'RUNNING', false, now())",
        killed);

    get(PATH + "/" + killed).then().body("status", equalTo("INTERRUPTED"));
    get(PATH).then().body("items.status", contains("INTERRUPTED"));
    assertThat(status(killed)).as("a look changes nothing").isEqualTo("RUNNING");

    run();

    assertThat(status(killed)).isEqualTo("INTERRUPTED");
    get(PATH).then().body("items.status", contains("COMPLETED", "INTERRUPTED"));
  }

  @Test
  void a_run_under_way_in_another_process_shows_as_running_and_refuses_the_next() {
    StartedRun other = starter.start(true, null);

    try (other) {
      get(PATH + "/" + other.id()).then().body("status", equalTo("RUNNING"));
      assertThatThrownBy(() -> reconciliations.start(false, "test"))
          .isInstanceOfSatisfying(
              ProblemException.class,
              e -> assertThat(e.code()).isEqualTo(ProblemCode.RECONCILIATION_RUNNING));
    }

    get(PATH + "/" + other.id()).then().body("status", equalTo("INTERRUPTED"));
  }

  @Test
  void a_run_that_loses_its_lock_fails_and_the_next_one_works() {
    somethingSuspicious();
    Run run = reconciliations.start(false, "test");

    shop.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_locks"
            + " WHERE locktype = 'advisory' AND granted AND classid = ?::int::oid",
        AdvisoryLock.RECONCILIATION);

    awaitEnd(run);
    Run ended = reconciliations.get(run.id());
    assertThat(ended.status()).isEqualTo(RunStatus.FAILED);
    assertThat(ended.error()).isEqualTo("PostgreSQL is not available");
    run();
  }

  @Test
  void a_run_without_redis_fails_with_that_reason_and_the_next_one_works() {
    somethingSuspicious();
    TestServers.stopRedis();
    try {
      Run run = reconciliations.start(false, "test");
      awaitEnd(run);
      Run ended = reconciliations.get(run.id());
      assertThat(ended.status()).isEqualTo(RunStatus.FAILED);
      assertThat(ended.error()).isEqualTo("Redis is not available");
      assertThat(ended.finishedAt()).isNotNull();
    } finally {
      TestServers.startRedis();
    }

    await()
        .atMost(Duration.ofSeconds(20))
        .until(this::runOnceRedisIsBack, run -> run.status() == RunStatus.COMPLETED);
  }

  @Test
  void a_run_that_loses_postgresql_says_so_once_it_is_back() {
    somethingSuspicious();
    Run run = reconciliations.start(false, "test");

    TestServers.stopPostgres();
    try {
      post().then().statusCode(503).body("code", equalTo("unavailable"));
    } finally {
      TestServers.startPostgres();
    }

    await().ignoreExceptions().until(() -> reconciliations.get(run.id()).finishedAt() != null);
    Run ended = reconciliations.get(run.id());
    assertThat(ended.status()).isEqualTo(RunStatus.FAILED);
    assertThat(ended.error()).isEqualTo("PostgreSQL is not available");
    run();
  }

  @Test
  void what_is_found_is_counted() {
    somethingSuspicious();
    get("/q/metrics")
        .then()
        .body(containsString("order_timeout_reconcile_findings_total{finding=\"orphaned\"} "));
    double before = found("missing");

    run();

    assertThat(found("missing")).isEqualTo(before + 1);
  }

  private static Response post() {
    return given().contentType(ContentType.JSON).post(PATH);
  }

  private static double found(String finding) {
    String name = "order_timeout_reconcile_findings_total{finding=\"" + finding + "\"} ";
    return get("/q/metrics")
        .asString()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  private Run runOnceRedisIsBack() {
    return reconciliations.runHere(true, "test", tally -> {});
  }

  /** Makes a run last for as long as the second look takes. */
  private void somethingSuspicious() {
    UUID order = shop.order();
    queue.unschedule(List.of(TaskId.cancelUnpaid(order)));
  }

  private String run() {
    Run run = reconciliations.runHere(false, "test", tally -> {});
    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    return run.id().toString();
  }

  private void awaitEnd(Run run) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> reconciliations.get(run.id()).finishedAt() != null);
  }

  private String status(UUID run) {
    return shop.one("SELECT status FROM reconciliation_run WHERE id = ?", run);
  }
}
