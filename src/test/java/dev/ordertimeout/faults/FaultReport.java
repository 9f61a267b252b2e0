package dev.ordertimeout.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** One line for each fault, in {@code target/faults/report-SEED.md} and on standard output. */
final class FaultReport {
  private static final Path FILE = Path.of("target/faults/report-" + FaultSeed.VALUE + ".md");
  private static final String HEAD =
      """
      # Faults, seed %d

      | fault | injected | orders | violations | recovered after, median / max ms | remarks |
      | --- | --- | --- | --- | --- | --- |
      """;

  private FaultReport() {}

  /**
   * @param recoveriesMs of each time it was injected; empty where there was nothing to recover from
   */
  static void line(
      String fault,
      int injected,
      long orders,
      List<String> violations,
      List<Long> recoveriesMs,
      String remarks) {
    long[] sorted = recoveriesMs.stream().mapToLong(Long::longValue).sorted().toArray();
    String recovered =
        sorted.length == 0
            ? "-"
            : sorted[sorted.length / 2] + " / " + LongStream.of(sorted).max().orElseThrow();
    String line =
        String.format(
            Locale.ROOT,
            "| %s | %d | %d | %d | %s | %s |%n",
            fault,
            injected,
            orders,
            violations.size(),
            recovered,
            remarks);
    System.out.print(line);
    write(line);
  }

  private static synchronized void write(String line) {
    try {
      if (!Files.exists(FILE)) {
        Files.createDirectories(FILE.getParent());
        Files.writeString(FILE, HEAD.formatted(FaultSeed.VALUE));
      }
      Files.writeString(FILE, line, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
