package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ordertimeout.support.FakeClock;
import dev.ordertimeout.support.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Instances that come and go, are many, are slow, or have a clock of their own. */
@Tag("faults")
class FleetIT {
  private static final Fault NONE = new Fault("none", Fault.Action.NOTHING, Fault.Action.NOTHING);

  @Test
  void restarting_all_instances_one_by_one_fails_no_request() {
    try (Deployment deployment = Deployment.of(2)) {
      ShopLoad.prepare(deployment);
      Fault rolling =
          new Fault("rolling restart", () -> replaceAll(deployment), Fault.Action.NOTHING);

      Trial.Seen seen = Trial.run(rolling, deployment);

      assertThat(seen.troubles().unavailable()).isZero();
      assertThat(seen.troubles().reasons()).isEmpty();
      assertThat(seen.latestMs()).isLessThanOrEqualTo(3_000);
      Repair.isCompleteAfterOneReconciliation(deployment);
    }
  }

  /** As an orchestrator does it: no new requests first, then, a moment later, SIGTERM. */
  private static void replaceAll(Deployment deployment) {
    for (ServiceProcess old : List.copyOf(deployment.processes())) {
      deployment.add();
      deployment.takeOut(old);
      Trial.pause(Duration.ofMillis(500));
      assertThat(deployment.terminate(old)).isEqualTo(143);
      assertThat(old.errors() + old.output()).doesNotContain("Exception");
    }
  }

  @Test
  @Tag("case-11")
  void eight_workers_share_the_work() {
    try (Deployment deployment = Deployment.of(8)) {
      ShopLoad.prepare(deployment);

      Trial.Seen seen = Trial.run(named("eight workers"), deployment);

      assertThat(seen.troubles().reasons()).isEmpty();
      assertThat(seen.latestMs()).isLessThanOrEqualTo(1_000);
      Repair.isCompleteAfterOneReconciliation(deployment);
    }
  }

  @Test
  @Tag("case-19")
  void clocks_an_hour_fast_and_an_hour_slow_change_nothing() {
    assumeThat(FakeClock.isPossible()).as(FakeClock.NEEDS).isTrue();
    try (Deployment deployment = Deployment.of(0)) {
      deployment.add(FakeClock.off("+3600s"));
      deployment.add(FakeClock.off("-3600s"));
      ShopLoad.prepare(deployment);

      Trial.Seen seen = Trial.run(named("clocks an hour off"), deployment);

      assertThat(seen.latestMs()).isLessThanOrEqualTo(1_000);
      Repair.isCompleteAfterOneReconciliation(deployment);
    }
  }

  @Test
  @Tag("case-13")
  void transitions_slower_than_the_lease_are_applied_once() {
    try (Deployment deployment = Deployment.of(2, Map.of("order-timeout.worker.lease", "PT1S"))) {
      ShopLoad.prepare(deployment);
      Fault slow =
          new Fault(
              "transitions slower than the lease",
              () -> deployment.postgres().delay(Duration.ofMillis(400)),
              () -> deployment.postgres().heal());

      Trial.run(slow, deployment);

      Repair.isCompleteAfterOneReconciliation(deployment);
    }
  }

  private static Fault named(String name) {
    return new Fault(name, NONE.inject(), NONE.heal());
  }
}
