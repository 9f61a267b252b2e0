package dev.ordertimeout.faults;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Some of the fault suite in every build: a short soak. */
class SampleIT {
  @Test
  void some_faults_by_chance_lose_nothing_and_do_nothing_twice() {
    try (Deployment deployment = Deployment.of(2)) {
      Soak.run(deployment, Duration.ofSeconds(20));
    }
  }
}
