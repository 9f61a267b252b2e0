package dev.ordertimeout.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A server found by the pid file that it wrote into the data folder itself. It is ours only while
 * the program it runs lies in that folder too: a pid left by a run before the last reboot may by
 * now be anybody's.
 */
public final class ServerProcess {
  private final ProcessHandle process;
  private final Path programs;

  private ServerProcess(ProcessHandle process, Path programs) {
    this.process = process;
    this.programs = programs;
  }

  /** The server whose pid stands in the first line of {@code pidFile}, if it runs and is ours. */
  static Optional<ServerProcess> find(Path pidFile, Path programs) {
    return pidIn(pidFile)
        .flatMap(ProcessHandle::of)
        .map(process -> new ServerProcess(process, programs))
        .filter(ServerProcess::isRunning);
  }

  /** Whether any process at all runs a program out of {@code programs}. */
  static boolean anyRuns(Path programs) {
    return ProcessHandle.allProcesses().anyMatch(process -> runs(process, programs));
  }

  /** The pid in the first line, whosever it is now; empty if there is none. */
  static Optional<Long> pidIn(Path pidFile) {
    try {
      return Files.readString(pidFile).lines().findFirst().map(String::strip).map(Long::valueOf);
    } catch (NoSuchFileException | NumberFormatException noneOrHalfWritten) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean runs(ProcessHandle process, Path programs) {
    // A zombie is alive to the JDK, but has no program any more.
    return process.isAlive()
        && process.info().command().filter(name -> Path.of(name).startsWith(programs)).isPresent();
  }

  public long pid() {
    return process.pid();
  }

  boolean isRunning() {
    return runs(process, programs);
  }

  /** Sends a signal by its name without {@code SIG}: the JDK itself knows only TERM and KILL. */
  public void signal(String name) {
    if (!isRunning()) {
      return;
    }
    try {
      // The shell has kill built in; the program of that name is not on every machine.
      new ProcessBuilder("sh", "-c", "kill -$0 $1", name, Long.toString(pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Ends the server: asks it with the signal {@code politely}, and kills it if it is still there
   * after {@code patience}. A frozen server is thawed first. Returns when it is gone.
   */
  void stop(String politely, Duration patience) {
    signal(politely);
    signal("CONT");
    if (!Await.until(patience, () -> !isRunning())) {
      signal("KILL");
      Await.until(patience, () -> !isRunning());
    }
  }
}
