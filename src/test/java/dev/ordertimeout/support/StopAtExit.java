package dev.ordertimeout.support;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Ends the tests' servers with the JVM. By then the class loader that this came from may be closed:
 * nothing here may need a class that is not loaded yet, so a shell does the work.
 */
final class StopAtExit extends Thread {
  private static final String STOP_ALL =
      """
      for file in "$0"/postgres/postmaster.pid "$0"/redis*/redis.pid; do
        read -r pid < "$file" || continue
        kill -CONT "$pid"; kill -INT "$pid"
        tries=0
        while kill -0 "$pid" && [ "$tries" -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
      done
      """;

  private final AutoCloseable held;
  private final ProcessBuilder shell;

  /**
   * @param held what must stay reachable until then: the lock of the folder
   * @param folder the servers' data folder
   */
  StopAtExit(AutoCloseable held, Path folder) {
    super("stop-test-servers");
    this.held = held;
    this.shell =
        new ProcessBuilder("sh", "-c", STOP_ALL, folder.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  @Override
  public void run() {
    try {
      shell.start().waitFor();
    } catch (IOException e) {
      System.err.println("the tests' servers were not stopped: " + e + " (" + held + ")");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
