package dev.ordertimeout.reconcile;

import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import dev.ordertimeout.task.QueueUnavailableException;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import jakarta.inject.Inject;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a reconciliation in the foreground of this process, beside any services that run. */
@TopCommand
@Command(
    name = "reconcile",
    description =
        "Compares PostgreSQL's rows with the queue in Redis and puts right what differs. One run at a"
            + " time in the whole deployment.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:rows and queue agree",
      "1:a dry run found differences, the run failed, or another one is under way",
      "2:the arguments are wrong"
    })
public class ReconcileCommand implements Callable<Integer> {
  private static final int AGREE = 0;
  private static final int DIFFER_OR_FAILED = 1;

  private final ReconciliationService reconciliations;
  private final Workload workload;
  private final PrintWriter out;
  private final PrintWriter err;

  @Option(names = "--dry-run", description = "Only look: report what differs, change nothing.")
  boolean dryRun;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this and exit.")
  boolean help;

  @Inject
  ReconcileCommand(ReconciliationService reconciliations, Workload workload) {
    this(
        reconciliations,
        workload,
        new PrintWriter(System.out, true, Charset.defaultCharset()),
        new PrintWriter(System.err, true, Charset.defaultCharset()));
  }

  ReconcileCommand(
      ReconciliationService reconciliations, Workload workload, PrintWriter out, PrintWriter err) {
    this.reconciliations = reconciliations;
    this.workload = workload;
    this.out = out;
    this.err = err;
  }

  /** The exit code; everything that goes wrong is one line on standard error. */
  @Override
  public Integer call() {
    try {
      Run run = run();
      out.println(new RunReport(run).text());
      return switch (run.status()) {
        case COMPLETED -> run.inSync() ? AGREE : DIFFER_OR_FAILED;
        case FAILED -> fail("the reconciliation failed: " + run.error());
        case RUNNING, INTERRUPTED -> fail("the reconciliation was interrupted");
      };
    } catch (ProblemException e) {
      return fail(String.valueOf(e.getMessage()));
    } catch (DatabaseUnavailableException e) {
      return fail("PostgreSQL is not available");
    } catch (QueueUnavailableException e) {
      return fail("Redis is not available");
    }
  }

  private Run run() {
    String operator = System.getProperty("user.name", "unknown");
    if (!isOnTerminal()) {
      return reconciliations.runHere(dryRun, operator, tally -> {});
    }
    ProgressBar bar = new ProgressBar(out, workload.measure());
    try {
      return reconciliations.runHere(dryRun, operator, bar);
    } finally {
      bar.erase();
    }
  }

  /** From JDK 22 on there always is a console; there, the bar would need {@code isTerminal} too. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isOnTerminal() {
    return System.console() != null;
  }

  private int fail(String reason) {
    err.println("order-timeout: " + reason);
    return DIFFER_OR_FAILED;
  }
}
