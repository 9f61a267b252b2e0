package dev.ordertimeout.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;

/** The table that the command line shows of a run that ended. */
final class RunReport {
  private final Run run;

  RunReport(Run run) {
    this.run = run;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s %s: %d orders and %d entries compared in %s%n%n"
            .formatted(
                run.dryRun() ? "Dry run" : "Reconciliation",
                run.status().name().toLowerCase(Locale.ROOT),
                run.scannedOrders(),
                run.scannedEntries(),
                duration()));
    text.append("%-10s %10s%n".formatted("finding", "count"));
    for (Finding finding : Finding.values()) {
      text.append(row(finding.label(), run.findings().of(finding)));
    }
    text.append("%-10s %10s%n".formatted("", "-".repeat(10)));
    text.append(row("found", run.findings().total()));
    text.append(row("repaired", run.repaired()));
    return text.toString();
  }

  private static String row(String label, long count) {
    return "%-10s %10d%n".formatted(label, count);
  }

  private String duration() {
    Instant end = Objects.requireNonNullElse(run.finishedAt(), run.startedAt());
    return String.format(
        Locale.ROOT, "%.1f s", Duration.between(run.startedAt(), end).toMillis() / 1000.0);
  }
}
