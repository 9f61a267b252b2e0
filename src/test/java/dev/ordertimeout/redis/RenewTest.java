package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueState.state;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RenewTest extends QueueTest {

  @Test
  void leases_that_are_still_held_are_extended_and_counted() {
    redis.put(
        CANCEL_UNPAID,
        state()
            .leased(A, PAST)
            .claim(A, 1, PAST, "t")
            .leased(B, PAST)
            .claim(B, 1, PAST, "other")
            .due(C, PAST));
    long before = redis.nowMs();

    int renewed = queue.renew(List.of(held(A, "t"), held(B, "t"), held(C, "t")), LEASE);

    long leaseEnd = redis.read(CANCEL_UNPAID).leased().get(A.member());
    assertThat(renewed).isEqualTo(1);
    assertThat(leaseEnd - LEASE.toMillis()).isBetween(before, redis.nowMs());
    assertThat(redis.read(CANCEL_UNPAID))
        .isEqualTo(
            state()
                .leased(A, leaseEnd)
                .claim(A, 1, PAST, "t")
                .leased(B, PAST)
                .claim(B, 1, PAST, "other")
                .due(C, PAST));
  }
}
