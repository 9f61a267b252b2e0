package dev.ordertimeout.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BackgroundLoopTest {
  private final Queue<Long> runsMs = new ConcurrentLinkedQueue<>();
  private BackgroundLoop loop = new BackgroundLoop("test", () -> Duration.ZERO);

  @AfterEach
  void stop() {
    loop.stop(Duration.ofSeconds(5));
  }

  @Test
  @Tag("case-25")
  void a_step_that_throws_in_its_first_run_runs_again_a_second_later() {
    loop = new BackgroundLoop("test", this::throwAtFirst);

    loop.start();

    await().atMost(Duration.ofSeconds(10)).until(() -> runsMs.size() >= 2);
    Long[] at = runsMs.toArray(Long[]::new);
    assertThat(at[1] - at[0]).isBetween(950L, 2_500L);
  }

  @Test
  void a_step_that_is_resting_runs_at_once_when_it_is_woken() {
    loop = new BackgroundLoop("test", this::restLong);
    loop.start();
    await().until(() -> runsMs.size() == 1);

    loop.wake();

    await().atMost(Duration.ofSeconds(5)).until(() -> runsMs.size() == 2);
  }

  private Duration throwAtFirst() {
    runsMs.add(System.nanoTime() / 1_000_000);
    if (runsMs.size() == 1) {
      throw new IllegalStateException("the first run goes wrong");
    }
    return Duration.ofMinutes(1);
  }

  private Duration restLong() {
    runsMs.add(System.nanoTime() / 1_000_000);
    return Duration.ofMinutes(1);
  }
}
