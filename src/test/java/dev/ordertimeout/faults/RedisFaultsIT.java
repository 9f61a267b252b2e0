package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever happens to Redis, callers notice nothing, and only punctuality suffers: by 3 s at most.
 */
@Tag("faults")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisFaultsIT {
  /** What a request may wait for Redis, once. */
  private static final Duration CONFIGURED_WAIT = Duration.ofSeconds(1);

  /** Below this a p99 is noise of the machine. */
  private static final double LEAST_P99_MS = 20;

  private Deployment deployment;

  @BeforeAll
  void deploy() {
    deployment = Deployment.of(2);
    ShopLoad.prepare(deployment);
  }

  @AfterAll
  void end() {
    deployment.close();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void costs_punctuality_only(Fault fault) {
    Trial.Seen seen = Trial.run(fault, deployment);

    assertThat(seen.troubles().unavailable()).as("answered 503").isZero();
    assertThat(seen.troubles().reasons()).as("not answered").isEmpty();
    assertThat(seen.latestMs()).as("latest timer, ms").isLessThanOrEqualTo(3_000);
    assertThat(seen.faultyP99Ms())
        .as("p99 of placing, ms")
        .isLessThanOrEqualTo(
            3 * Math.max(LEAST_P99_MS, seen.healthyP99Ms()) + CONFIGURED_WAIT.toMillis());
    Repair.isCompleteAfterOneReconciliation(deployment);
  }

  List<Fault> faults() {
    return Fault.chosen(new RedisFaults(deployment).all());
  }
}
