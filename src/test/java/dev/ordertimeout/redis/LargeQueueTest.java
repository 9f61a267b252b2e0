package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.RedisKeys.Part.DUE;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.TaskQueue.Claim;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Settlement;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.redis.client.Command;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
class LargeQueueTest extends QueueTest {
  private static final Logger LOG = Logger.getLogger(LargeQueueTest.class);

  /** With {@code -Dtest.queue-entries=2000000} the backlog is that of a long outage. */
  private static final int ENTRIES = Integer.getInteger("test.queue-entries", 200_000);

  private static final int AT_A_TIME = 2_000;

  private static final String FILL =
      """
      for i = ARGV[1], ARGV[1] + ARGV[2] - 1 do
        local member = string.format('%08x-0000-4000-8000-%012x', i * 2654435761 % 4294967296, i)
        redis.call('ZADD', KEYS[1], i, member)
      end
      """;

  @AfterEach
  void forget() {
    redis.send(Command.UNLINK, redis.key(CANCEL_UNPAID, DUE));
  }

  /** Counted in the server's CPU time, so that a busy machine does not fail the test. */
  @Test
  @Tag("case-1")
  @Tag("case-9")
  void a_claim_from_a_large_backlog_stays_under_20_ms_and_oldest_first() {
    for (int i = 0; i < ENTRIES; i += AT_A_TIME) {
      redis.send(Command.EVAL, FILL, 1, redis.key(CANCEL_UNPAID, DUE), i, AT_A_TIME);
    }
    Claim claim = claim(CANCEL_UNPAID, 500);
    double cpuBefore = cpuMs();
    long start = System.nanoTime();

    int rounds = 100;
    for (int i = 0; i < rounds; i++) {
      claim =
          queue.settleAndClaim(
              new Settlement(claim.tasks(), List.of(), List.of()),
              new ClaimRequest(Map.of(CANCEL_UNPAID, 500), LEASE, 0));
      assertThat(claim.tasks()).hasSize(500);
      assertThat(claim.tasks().get(0).dueAtMs()).isEqualTo((i + 1) * 500L);
    }

    double cpuEach = (cpuMs() - cpuBefore) / rounds;
    double each = (System.nanoTime() - start) / 1e6 / rounds;
    LOG.infof(
        "%d entries due: ack 500 and claim 500 in %.1f ms, of which the server worked %.1f ms",
        ENTRIES, each, cpuEach);
    assertThat(cpuEach).isLessThan(20);
  }

  private double cpuMs() {
    String cpu = redis.send(Command.INFO, "cpu").toString();
    return Pattern.compile("used_cpu_(?:sys|user):([0-9.]+)")
            .matcher(cpu)
            .results()
            .mapToDouble(seconds -> Double.parseDouble(seconds.group(1)))
            .sum()
        * 1000;
  }
}
