package dev.ordertimeout.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Shop;
import dev.ordertimeout.support.TestServers;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskQueue;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@QuarkusTest
class ReconcileCommandTest {
  @Inject ReconciliationService reconciliations;
  @Inject RunStarter starter;
  @Inject Workload workload;
  @Inject TaskQueue queue;
  @Inject Shop shop;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final ByteArrayOutputStream help = new ByteArrayOutputStream();

  @BeforeEach
  void clear() {
    shop.clear();
  }

  @Test
  void exit_code_and_table_tell_whether_anything_differs() {
    UUID order = shop.order();

    assertThat(execute()).isZero();
    queue.unschedule(List.of(TaskId.cancelUnpaid(order), TaskId.subsidy(order, 1)));
    assertThat(execute("--dry-run")).as("found, not repaired").isEqualTo(1);
    assertThat(execute()).as("found and repaired").isZero();
    assertThat(execute("--dry-run")).as("nothing left").isZero();

    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("Dry run completed: 1 orders and 2 entries compared in ")
        .containsPattern("missing +2\\R")
        .containsPattern("repaired +2\\R");
    assertThat(shop.column("SELECT DISTINCT who FROM operator_action"))
        .containsExactly(System.getProperty("user.name"));
  }

  @Test
  void beside_another_run_it_says_so_in_one_line() {
    StartedRun other = starter.start(true, null);
    try (other) {
      assertThat(execute()).isEqualTo(1);
    }

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .matches("order-timeout: Reconciliation " + other.id() + " is under way since \\S+\\R");
  }

  @Test
  void without_redis_it_says_so_in_one_line() {
    TestServers.stopRedis();
    try {
      assertThat(execute()).isEqualTo(1);
    } finally {
      TestServers.startRedis();
    }

    assertThat(err.toString())
        .matches("order-timeout: the reconciliation failed: Redis is not available\\R");
  }

  @Test
  void help_is_there_without_an_instance() {
    CommandLine.usage(ReconcileCommand.class, new PrintStream(help, true, UTF_8));

    assertThat(help.toString(UTF_8)).contains("reconcile [-h] [--dry-run]", "Exit codes:");
  }

  @Test
  void an_unknown_option_is_refused() {
    assertThat(execute("--force")).isEqualTo(2);
    assertThat(err.toString()).contains("Unknown option: '--force'");
  }

  @Test
  void the_work_ahead_is_what_a_run_will_have_compared() {
    shop.orders(2);
    Tally[] last = new Tally[1];

    long expected = workload.measure();
    reconciliations.runHere(true, "test", tally -> last[0] = tally);

    assertThat(expected).isEqualTo(2 * (1 + 3) * 2);
    assertThat(last[0].compared()).isEqualTo(expected);
  }

  private int execute(String... arguments) {
    PrintWriter toOut = new PrintWriter(out, true);
    PrintWriter toErr = new PrintWriter(err, true);
    return new CommandLine(new ReconcileCommand(reconciliations, workload, toOut, toErr))
        .setOut(toOut)
        .setErr(toErr)
        .execute(arguments);
  }
}
