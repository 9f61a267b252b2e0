package dev.ordertimeout.worker;

import dev.ordertimeout.platform.RecordedLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged about the queue while this is open, each line with its level. */
final class QueueLog extends Handler implements AutoCloseable {
  private static final Logger ALL = Logger.getLogger("");

  private final List<String> lines = new CopyOnWriteArrayList<>();

  QueueLog() {
    ALL.addHandler(this);
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void publish(LogRecord line) {
    String text = RecordedLog.text(line);
    // The client asserts that no connection fails and ends; one that is cut does both, in any
    // order.
    boolean fault = line.getThrown() != null && !(line.getThrown() instanceof AssertionError);
    if (text.contains("Redis") || fault) {
      lines.add(line.getLevel() + " " + text);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    ALL.removeHandler(this);
  }
}
