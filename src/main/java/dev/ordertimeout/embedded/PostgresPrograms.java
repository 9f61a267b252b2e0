package dev.ordertimeout.embedded;

import com.sun.security.auth.module.UnixSystem;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs PostgreSQL's own programs. They refuse to run as root, so root runs them in a user namespace
 * where it is nobody; files still belong to root outside it.
 *
 * @param home the folder that holds {@code bin}
 */
record PostgresPrograms(Path home) {
  private static final List<String> AS_NOBODY = List.of("unshare", "-U");

  /** Tells at length what concerns nobody here. A field, or the level would be lost. */
  private static final Logger LIBRARY = Logger.getLogger("io.zonky.test");

  static {
    LIBRARY.setLevel(Level.OFF);
  }

  /** What a program left behind: its exit code and its last line that is not empty. */
  record Outcome(int exitCode, String lastLine) {
    boolean failed() {
      return exitCode != 0;
    }
  }

  /**
   * Looks whether PostgreSQL can be run by this user at all.
   *
   * @throws StartRefused for root where {@code unshare} is missing or not allowed
   */
  static void check() throws StartRefused {
    if (isRoot() && !LinuxUtils.isUnshareAvailable()) {
      throw new StartRefused(
          "as root, PostgreSQL must be started through `unshare -U` (package util-linux), which is"
              + " missing or not allowed here; install it, or run as an ordinary user");
    }
  }

  Outcome initdb(List<String> arguments) throws IOException {
    return run("initdb", arguments);
  }

  Outcome pgCtl(List<String> arguments) throws IOException {
    return run("pg_ctl", arguments);
  }

  private Outcome run(String program, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(AS_NOBODY);
    }
    command.add(home.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String lastLine =
          output.lines().filter(line -> !line.isBlank()).reduce("", (first, second) -> second);
      return new Outcome(process.waitFor(), lastLine.strip());
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + program + " ran", e);
    }
  }

  private static boolean isRoot() {
    return new UnixSystem().getUid() == 0;
  }
}
