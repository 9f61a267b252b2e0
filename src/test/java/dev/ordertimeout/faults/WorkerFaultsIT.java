package dev.ordertimeout.faults;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Workers die, stop, and are told lies, with tasks in hand; others take over, and nothing twice.
 */
@Tag("faults")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkerFaultsIT {
  private Deployment deployment;

  @BeforeAll
  void deploy() {
    deployment = Deployment.of(3);
    ShopLoad.prepare(deployment);
  }

  @AfterAll
  void end() {
    deployment.close();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void leaves_no_task_undone_and_does_none_twice(Fault fault) {
    Trial.run(fault, deployment);

    Repair.isCompleteAfterOneReconciliation(deployment);
  }

  List<Fault> faults() {
    return Fault.chosen(new WorkerFaults(deployment).all());
  }
}
