package dev.ordertimeout.platform;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;

/** What the service logs at WARNING and above while this is open. */
public final class RecordedLog extends Handler implements AutoCloseable {
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  public RecordedLog() {
    setLevel(Level.WARNING);
    Logger.getLogger("").addHandler(this);
  }

  /** What came with a stack trace, other than from the parts that work on their own. */
  public List<LogRecord> failures() {
    return records.stream().filter(r -> r.getThrown() != null && !isBackground(r)).toList();
  }

  public static String text(LogRecord record) {
    return new PatternFormatter("%s").format(record);
  }

  @Override
  public void publish(LogRecord record) {
    if (isLoggable(record)) {
      records.add(record);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    Logger.getLogger("").removeHandler(this);
  }

  private static boolean isBackground(LogRecord record) {
    String logger = String.valueOf(record.getLoggerName());
    return logger.startsWith("dev.ordertimeout.")
        && !logger.startsWith("dev.ordertimeout.platform");
  }
}
