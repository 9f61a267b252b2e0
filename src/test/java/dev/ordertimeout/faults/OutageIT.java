package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.RedisConsole;
import dev.ordertimeout.support.ServiceProcess;
import dev.ordertimeout.support.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Outages at the length, or the number, at which comparable systems gave in. */
@Tag("faults")
class OutageIT {
  @Test
  @Tag("case-16")
  void two_minutes_without_postgresql_burn_no_attempt_and_bury_nothing() {
    try (Deployment deployment = Deployment.of(2)) {
      ShopLoad.prepare(deployment);
      deployment.placeDueIn(500, Duration.ofSeconds(4));
      Fault outage =
          new Fault(
              "two minutes without PostgreSQL",
              () -> {
                TestServers.crashPostgres();
                Trial.pause(Duration.ofSeconds(118));
              },
              TestServers::startPostgres);

      outage.strikeFor(Duration.ofSeconds(2));

      long recoveredMs = Recovery.awaitMs(deployment, System.nanoTime(), Duration.ofSeconds(13));
      try (Observer observer = deployment.observe()) {
        assertThat(observer.column("SELECT error FROM task_failure")).isEmpty();
        report("two minutes without PostgreSQL", 1, 500, observer, recoveredMs);
      }
      assertThat(deployment.failedAttempts()).isZero();
    }
  }

  @Test
  @Tag("case-6")
  @Tag("case-17")
  void a_worker_that_stands_still_for_40_s_with_tasks_in_hand_does_nothing_when_it_goes_on() {
    try (Deployment deployment = Deployment.of(1);
        Observer observer = deployment.observe();
        Observer obstacle = deployment.observe()) {
      ShopLoad.prepare(deployment);
      ServiceProcess victim = deployment.processes().get(0);
      deployment.placeDueIn(300, Duration.ofSeconds(3));
      obstacle.sql("BEGIN; LOCK TABLE order_event IN EXCLUSIVE MODE");
      Locks.awaitWaitingFor(observer, "order_event");
      victim.freeze();
      obstacle.sql("ROLLBACK");
      long frozen = System.nanoTime();
      deployment.takeOut(victim);
      deployment.add();

      // What the victim had begun ends with its connection's idle time-out, if it commits at all.
      long recoveredMs = Recovery.awaitMs(deployment, frozen, Duration.ofSeconds(35));
      Trial.pause(Duration.ofSeconds(40).minusNanos(System.nanoTime() - frozen));
      victim.thaw();
      Trial.pause(Duration.ofSeconds(3));

      report("worker stopped for 40 s", 1, 300, observer, recoveredMs);
    }
  }

  @Test
  @Tag("case-4")
  void redis_killed_five_times_under_load_leaves_the_heap_flat_and_the_log_quiet()
      throws IOException {
    try (Deployment deployment = Deployment.of(1)) {
      ShopLoad.prepare(deployment);
      ServiceProcess service = deployment.processes().get(0);
      ShopLoad load = ShopLoad.start(deployment, 60, FaultSeed.of("killed five times").nextLong());
      Trial.pause(Duration.ofSeconds(4));
      long linesBefore = service.output().lines().count();
      long residentBefore = residentKb(service);
      Fault killed = new Fault("Redis killed", TestServers::killRedis, TestServers::startRedis);
      List<Long> recoveries = new java.util.ArrayList<>();
      for (int i = 0; i < 5; i++) {
        killed.strikeFor(Duration.ofSeconds(2));
        recoveries.add(Recovery.awaitMs(deployment, System.nanoTime(), Duration.ofSeconds(13)));
      }
      try (Observer observer = deployment.observe()) {
        load.stop(observer);
        Rest.await(deployment, observer);
        List<String> violations = Invariants.violations(observer);
        long lines = service.output().lines().count() - linesBefore;
        FaultReport.line(
            "Redis killed five times",
            5,
            load.placed(),
            violations,
            recoveries,
            lines + " log lines");
        assertThat(violations).isEmpty();
        // Out, back, what was lost is put back, a reconciliation: per outage, not per try.
        assertThat(lines).as(service.output()).isLessThanOrEqualTo(5 * 8);
        assertThat(service.output()).doesNotContain("\tat ");
        assertThat(load.troubles().reasons()).isEmpty();
        assertThat(load.troubles().unavailable()).isZero();
      }
      assertThat(residentKb(service)).isLessThan(residentBefore + 200_000);
      assertThat(clients()).as("connections to Redis").isLessThanOrEqualTo(8 + 2);
    }
  }

  private static long residentKb(ServiceProcess service) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + service.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  private static long clients() {
    return String.valueOf(RedisConsole.once("CLIENT", "LIST", "TYPE", "normal")).lines().count();
  }

  private static void report(
      String fault, int injected, int orders, Observer observer, long recoveredMs) {
    List<String> violations = Invariants.violations(observer);
    FaultReport.line(fault, injected, orders, violations, List.of(recoveredMs), "");
    assertThat(violations).isEmpty();
  }
}
