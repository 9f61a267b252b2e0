package dev.ordertimeout.support;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Debian's libfaketime: the wall clock of one process is off. */
public final class FakeClock {
  public static final String NEEDS = "needs Debian's package libfaketime";

  private static final Path FAKETIME =
      Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");

  /** Goes before an allocator that asks for the time before libfaketime is ready. */
  private static final String LIBC = "/lib/x86_64-linux-gnu/libc.so.6";

  private FakeClock() {}

  public static boolean isPossible() {
    return Files.exists(FAKETIME);
  }

  /**
   * The environment of a process whose clock is off.
   *
   * @param by as {@code +5s}
   */
  public static Map<String, String> off(String by) {
    return Map.of(
        "LD_PRELOAD", FAKETIME + ":" + LIBC, "FAKETIME", by, "FAKETIME_DONT_FAKE_MONOTONIC", "1");
  }
}
