package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Observer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Faults of all kinds, one after another by chance, under load all along. */
final class Soak {
  private static final int PER_SECOND = 40;

  /** Lease (11 s) and one sweep. */
  private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(12);

  private final Deployment deployment;
  private final List<Fault> faults = new ArrayList<>();
  private final Map<String, List<Long>> recoveriesMs = new TreeMap<>();
  private final Random chance = FaultSeed.of("soak");

  private Soak(Deployment deployment) {
    this.deployment = deployment;
    faults.addAll(new RedisFaults(deployment).all());
    faults.addAll(new PostgresFaults(deployment).all());
    faults.addAll(new WorkerFaults(deployment).all());
  }

  /** Goes on for so long, then brings everything to rest and asks the invariants. */
  static void run(Deployment deployment, Duration length) {
    new Soak(deployment).run(length);
  }

  private void run(Duration length) {
    ShopLoad.prepare(deployment);
    try (ShopLoad load = ShopLoad.start(deployment, PER_SECOND, chance.nextLong())) {
      run(load, length);
    }
    Repair.isCompleteAfterOneReconciliation(deployment);
  }

  private void run(ShopLoad load, Duration length) {
    long end = System.nanoTime() + length.toNanos();
    do {
      Fault fault = faults.get(chance.nextInt(faults.size()));
      System.out.println("soak: " + fault);
      recoveriesMs.computeIfAbsent(fault.name(), name -> new ArrayList<>()).add(strike(fault));
    } while (System.nanoTime() < end);
    List<String> violations;
    try (Observer observer = deployment.observe()) {
      load.stop(observer);
      Rest.await(deployment, observer);
      violations = Invariants.violations(observer);
    }
    report(load, violations);
    assertThat(violations).as("invariants after the soak").isEmpty();
    assertThat(load.troubles().faults()).as("answers during the soak").isEmpty();
  }

  /** How long it took to recover, ms. */
  private long strike(Fault fault) {
    fault.strikeFor(Duration.ofMillis(500 + chance.nextInt(4_000)));
    long recoveredMs = Recovery.awaitMs(deployment, System.nanoTime(), RECOVERS_WITHIN);
    Trial.pause(Duration.ofMillis(chance.nextInt(2_000)));
    return recoveredMs;
  }

  private void report(ShopLoad load, List<String> violations) {
    List<Long> all = recoveriesMs.values().stream().flatMap(List::stream).toList();
    FaultReport.line(
        "soak, " + recoveriesMs.size() + " kinds of fault",
        all.size(),
        load.placed(),
        violations,
        all,
        load.troubles().unavailable()
            + " times 503, "
            + load.troubles().unanswered()
            + " times no answer; "
            + recoveriesMs.keySet());
  }
}
