package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.support.ShopClient;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** One reconciliation leaves nothing for a second one. */
final class Repair {
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(5);

  private Repair() {}

  static void isCompleteAfterOneReconciliation(Deployment deployment) {
    reconcile(deployment, false);
    JsonPath again = reconcile(deployment, true);
    assertThat(again.<Map<String, Integer>>get("findings").values())
        .as("found after a reconciliation: " + again.<Map<String, Integer>>get("findings"))
        .containsOnly(0);
  }

  /** Runs one to its end; what it found. */
  static JsonPath reconcile(Deployment deployment, boolean dryRun) {
    ShopClient shop = ShopClient.of(deployment.next());
    Response[] started = new Response[1];
    // One that was asked for by the loss itself may be under way.
    await()
        .atMost(ENDS_WITHIN)
        .until(
            () -> {
              started[0] = shop.post("/api/v1/admin/reconciliations", Map.of("dryRun", dryRun));
              return started[0].statusCode() == 202;
            });
    String run = started[0].header("Location");
    Response[] ended = new Response[1];
    await()
        .atMost(ENDS_WITHIN)
        .until(
            () -> {
              ended[0] = shop.get(URI.create(run).getPath());
              return !ended[0].jsonPath().getString("status").equals("RUNNING");
            });
    assertThat(ended[0].jsonPath().getString("status"))
        .as(ended[0].asString())
        .isEqualTo("COMPLETED");
    return ended[0].jsonPath();
  }
}
