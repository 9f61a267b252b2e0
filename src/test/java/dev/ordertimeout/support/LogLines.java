package dev.ordertimeout.support;

import dev.ordertimeout.platform.RecordedLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The warnings that are logged until it is closed, as people read them. */
public final class LogLines implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
            lines.add(RecordedLog.text(record));
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  public LogLines() {
    Logger.getLogger("").addHandler(handler);
  }

  public List<String> all() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    Logger.getLogger("").removeHandler(handler);
  }
}
