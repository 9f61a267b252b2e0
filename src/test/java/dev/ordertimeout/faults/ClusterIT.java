package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ordertimeout.support.RedisCluster;
import dev.ordertimeout.support.ServiceProcess;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The timers spread over a Redis Cluster. */
@Tag("faults")
class ClusterIT {
  @Test
  @Tag("case-7")
  void a_cluster_of_three_masters_that_loses_one_loses_no_order() {
    assumeThat(RedisCluster.isPossible()).as(RedisCluster.NEEDS).isTrue();
    try (RedisCluster cluster = RedisCluster.start();
        Deployment deployment =
            Deployment.of(
                2,
                Map.of(
                    "quarkus.redis.client-type", "cluster",
                    "quarkus.redis.hosts", cluster.hosts(),
                    "order-timeout.queue.shards", "16"))) {
      ShopLoad.prepare(deployment);
      Repair.isCompleteAfterOneReconciliation(deployment);
      assertThat(log(deployment)).doesNotContain("CROSSSLOT").doesNotContain("Redis is out");

      Trial.Seen seen =
          Trial.run(
              new Fault("one of three masters lost", cluster::killOne, cluster::restartIt),
              deployment);

      assertThat(log(deployment)).doesNotContain("CROSSSLOT");
      assertThat(seen.troubles().unavailable()).isZero();
      assertThat(seen.troubles().reasons()).isEmpty();
      assertThat(seen.latestMs()).isLessThanOrEqualTo(3_000);
      Repair.isCompleteAfterOneReconciliation(deployment);
    }
  }

  private static String log(Deployment deployment) {
    return String.join("\n", deployment.processes().stream().map(ServiceProcess::output).toList());
  }
}
