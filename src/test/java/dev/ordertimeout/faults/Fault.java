package dev.ordertimeout.faults;

import java.time.Duration;
import java.util.List;

/**
 * Something that goes wrong and is put right again.
 *
 * @param name as the report calls it
 * @param inject makes it so
 * @param heal makes it as it was
 */
record Fault(String name, Action inject, Action heal) {
  /** What is done to a server, a network or a process. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;

    Action NOTHING = () -> {};
  }

  /** All of them, or with {@code -Dfaults.only=TEXT} those whose name holds the text. */
  static List<Fault> chosen(List<Fault> faults) {
    String only = System.getProperty("faults.only", "");
    return faults.stream().filter(fault -> fault.name().contains(only)).toList();
  }

  /** Injects it, lets it last, and heals it. */
  void strikeFor(Duration length) {
    run(inject);
    Trial.pause(length);
    run(heal);
  }

  private void run(Action action) {
    try {
      action.run();
    } catch (Exception e) {
      throw new AssertionError("the fault itself failed: " + name, e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
