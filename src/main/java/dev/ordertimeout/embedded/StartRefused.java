package dev.ordertimeout.embedded;

/**
 * The start cannot go on, for a reason that a person can do something about. The message is one
 * line that says what is in the way and what to do; no stack trace is of use to its reader.
 */
public final class StartRefused extends Exception {
  private static final long serialVersionUID = 1L;

  /** Exit code where something is in the way of the start. */
  public static final int CANNOT_START = 1;

  /** Exit code where the command was given wrongly or has nothing to work on. */
  public static final int CANNOT_BE_USED = 2;

  private final int exitCode;

  public StartRefused(String line) {
    this(line, CANNOT_START);
  }

  public StartRefused(String line, int exitCode) {
    super(line.strip().replaceAll("\\s*\\R\\s*", " "));
    this.exitCode = exitCode;
  }

  /** The exit code of the process, never 0. */
  public int exitCode() {
    return exitCode;
  }
}
