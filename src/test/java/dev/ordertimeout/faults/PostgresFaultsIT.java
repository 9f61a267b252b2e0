package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Observer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever happens to PostgreSQL, nothing that was answered is lost, who was not answered asks
 * again and gets the one answer there is, and no task is blamed for it.
 */
@Tag("faults")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresFaultsIT {
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
  void loses_nothing_and_blames_no_task(Fault fault) {
    Trial.run(fault, deployment);

    assertThat(deployment.failedAttempts()).as("attempts that counted against a task").isZero();
    try (Observer observer = deployment.observe()) {
      assertThat(observer.column("SELECT error FROM task_failure")).isEmpty();
    }
    Repair.isCompleteAfterOneReconciliation(deployment);
  }

  List<Fault> faults() {
    return Fault.chosen(new PostgresFaults(deployment).all());
  }
}
