package dev.ordertimeout.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.task.QueueUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CircuitTest {
  private static final QueueUnavailableException REFUSED = failure("Connection refused");
  private static final QueueUnavailableException FULL =
      failure("OOM command not allowed when used memory > 'maxmemory'.");

  private final List<String> told = new ArrayList<>();
  private final Circuit circuit = new Circuit(told::add);

  @Test
  void the_first_failure_opens_it_and_only_that_one_says_so() {
    assertThat(circuit.isOpen()).isFalse();

    assertThat(circuit.failed(REFUSED)).isTrue();
    assertThat(circuit.failed(FULL)).isFalse();

    assertThat(circuit.isOpen()).isTrue();
    assertThat(circuit.outage()).isSameAs(FULL);
    assertThat(told).containsExactly(REFUSED.getMessage(), FULL.getMessage());
  }

  @Test
  void a_good_probe_closes_it() {
    circuit.failed(REFUSED);

    circuit.probed();

    assertThat(circuit.isOpen()).isFalse();
    assertThat(circuit.outage()).isNull();
    assertThat(told).containsExactly(REFUSED.getMessage(), null);
  }

  @Test
  void each_time_it_opens_again_at_once_it_wants_twice_as_many_good_probes_up_to_eight() {
    assertThat(List.of(probesToClose(), probesToClose(), probesToClose())).containsExactly(1, 2, 4);
    assertThat(List.of(probesToClose(), probesToClose())).containsExactly(8, 8);
  }

  @Test
  void good_probes_count_only_in_a_row() {
    probesToClose();
    circuit.failed(REFUSED);

    circuit.probed();
    circuit.failed(REFUSED);
    circuit.probed();
    assertThat(circuit.isOpen()).isTrue();

    circuit.probed();
    assertThat(circuit.isOpen()).isFalse();
  }

  @Test
  void removals_go_on_only_where_nothing_but_memory_is_short() {
    assertThat(circuit.admitsRemovals()).isFalse();

    circuit.failed(FULL);
    assertThat(circuit.admitsRemovals()).isTrue();

    circuit.failed(failure("READONLY You can't write against a read only replica."));
    assertThat(circuit.admitsRemovals()).isFalse();
  }

  private int probesToClose() {
    circuit.failed(REFUSED);
    int probes = 0;
    while (circuit.isOpen()) {
      circuit.probed();
      probes++;
    }
    return probes;
  }

  private static QueueUnavailableException failure(String reply) {
    return new QueueUnavailableException("Redis: claim: " + reply, new RuntimeException(reply));
  }
}
