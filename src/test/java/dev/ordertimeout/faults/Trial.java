package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Observer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * One fault under load: a healthy while, then the fault some times for lengths of chance, each
 * healed and recovered from; at the end every order is brought to rest and the invariants are
 * asked.
 */
final class Trial {
  private static final int PER_SECOND = 60;
  private static final Duration HEALTHY = Duration.ofSeconds(4);
  private static final int INJECTIONS = 2;

  /** Lease (11 s) and one sweep. */
  private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(12);

  private static final String LATEST_TIMER =
      "SELECT coalesce(max(extract(epoch FROM at - due_at) * 1000), 0)::bigint FROM order_event"
          + " WHERE due_at IS NOT NULL AND id > ?";

  private final Deployment deployment;
  private final Random chance;
  private final List<Long> recoveriesMs = new ArrayList<>();
  private final List<Double> placingMs = new ArrayList<>();

  private Trial(Deployment deployment, Random chance) {
    this.deployment = deployment;
    this.chance = chance;
  }

  /**
   * What a trial saw.
   *
   * @param placed orders of its load
   * @param healthyP99Ms of placing, before the fault
   * @param faultyP99Ms of placing, while the fault was there, the worst of its injections
   * @param latestMs most that a timer was late from the first injection on
   */
  record Seen(
      int placed,
      double healthyP99Ms,
      double faultyP99Ms,
      long latestMs,
      List<Long> recoveriesMs,
      List<String> violations,
      Troubles troubles) {}

  /** Runs it, writes its line of the report, and returns what there is to judge. */
  static Seen run(Fault fault, Deployment deployment) {
    return new Trial(deployment, FaultSeed.of(fault.name())).run(fault);
  }

  private Seen run(Fault fault) {
    try (ShopLoad load = ShopLoad.start(deployment, PER_SECOND, chance.nextLong())) {
      pause(Duration.ofSeconds(1));
      load.latencies();
      pause(HEALTHY);
      double healthyP99Ms = load.latencies().ms(0.99);
      long lastEvent = lastEvent();
      for (int i = 0; i < INJECTIONS; i++) {
        inject(fault, load);
      }
      Seen seen = rest(load, healthyP99Ms, lastEvent);
      report(fault, seen);
      assertThat(seen.violations()).as("invariants after: " + fault).isEmpty();
      assertThat(load.troubles().faults()).as("answers during: " + fault).isEmpty();
      return seen;
    }
  }

  private Seen rest(ShopLoad load, double healthyP99Ms, long lastEvent) {
    try (Observer observer = deployment.observe()) {
      load.stop(observer);
      Rest.await(deployment, observer);
      return new Seen(
          load.placed(),
          healthyP99Ms,
          placingMs.stream().mapToDouble(each -> each).max().orElse(0),
          observer.count(LATEST_TIMER, lastEvent),
          recoveriesMs,
          Invariants.violations(observer),
          load.troubles());
    }
  }

  private void inject(Fault fault, ShopLoad load) {
    load.latencies();
    fault.strikeFor(Duration.ofMillis(2_000 + chance.nextInt(2_000)));
    placingMs.add(load.latencies().ms(0.99));
    recoveriesMs.add(Recovery.awaitMs(deployment, System.nanoTime(), RECOVERS_WITHIN));
  }

  private long lastEvent() {
    try (Observer observer = deployment.observe()) {
      return observer.count("SELECT coalesce(max(id), 0) FROM order_event");
    }
  }

  private static void report(Fault fault, Seen seen) {
    FaultReport.line(
        fault.name(),
        INJECTIONS,
        seen.placed(),
        seen.violations(),
        seen.recoveriesMs(),
        "latest timer %d ms; placing p99 %.0f ms, healthy %.0f ms; %d times 503, %d times no answer"
            .formatted(
                seen.latestMs(),
                seen.faultyP99Ms(),
                seen.healthyP99Ms(),
                seen.troubles().unavailable(),
                seen.troubles().unanswered()));
  }

  static void pause(Duration length) {
    LockSupport.parkNanos(length.toNanos());
  }
}
