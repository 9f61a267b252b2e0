package dev.ordertimeout.faults;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten minutes of everything; {@code -Dfaults.soak=PT1H} for another length. */
@Tag("faults")
class SoakIT {
  private static final Duration LENGTH = Duration.parse(System.getProperty("faults.soak", "PT10M"));

  @Test
  @Tag("case-3")
  void faults_of_all_kinds_by_chance_lose_nothing_and_do_nothing_twice() {
    try (Deployment deployment = Deployment.of(3)) {
      Soak.run(deployment, LENGTH);
    }
  }
}
