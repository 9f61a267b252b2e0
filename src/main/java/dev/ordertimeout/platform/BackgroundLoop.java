package dev.ordertimeout.platform;

import dev.ordertimeout.platform.sql.DatabaseUnavailableException;
import io.quarkus.runtime.Quarkus;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;

/**
 * Runs one step again and again on a thread of its own, by the monotonic clock. A step that throws
 * runs again after a pause; that is logged when it starts and when it is over, not per try.
 */
public final class BackgroundLoop {
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
  private static final ThreadLocal<BackgroundLoop> IN_A_LOOP = new ThreadLocal<>();

  private final Logger log;
  private final String name;
  private final Step step;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  private final Thread thread;
  private volatile boolean stopping;
  private boolean wakeUp;
  private boolean failing;

  /** What the loop does each time; says how long to rest before the next. */
  @FunctionalInterface
  public interface Step {
    Duration run();
  }

  /**
   * @param name of the thread, and in log lines
   */
  public BackgroundLoop(String name, Step step) {
    this.name = name;
    this.step = step;
    log = Logger.getLogger(BackgroundLoop.class.getPackageName() + "." + name);
    thread = new Thread(this::loop, name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(this::died);
  }

  /** Whether the calling thread is that of such a loop. */
  public static boolean isCurrent() {
    return IN_A_LOOP.get() != null;
  }

  public void start() {
    thread.start();
  }

  /** Ends the present rest at once, or the next one if a step is running. */
  public void wake() {
    lock.lock();
    try {
      wakeUp = true;
      woken.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #stop} was called; a long step looks here between its parts. */
  public boolean stopping() {
    return stopping;
  }

  /** Runs no other step than the one that is running. */
  public void askToStop() {
    stopping = true;
    wake();
  }

  /** Lets the running step finish, for at most this long, and runs no other. */
  public void stop(Duration patience) {
    askToStop();
    try {
      thread.join(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      log.warnf(
          "%s did not finish within %s; whatever it was doing is done by others or by the next start",
          name, patience);
    }
  }

  private void loop() {
    IN_A_LOOP.set(this);
    while (!stopping) {
      rest(runOnce());
    }
  }

  /** Out of memory, say. Better no process than one that has stopped doing half of its work. */
  private void died(Thread self, Throwable error) {
    log.fatalf(error, "%s died, so the process ends", name);
    Quarkus.asyncExit(1);
  }

  private Duration runOnce() {
    try {
      Duration rest = step.run();
      if (failing) {
        log.infof("%s works again", name);
        failing = false;
      }
      return rest;
    } catch (RuntimeException e) {
      if (!failing) {
        // An outage needs no stack trace, a fault does.
        Throwable trace = e instanceof DatabaseUnavailableException ? null : e;
        log.warnf(
            trace,
            "%s failed; it is tried again every %s: %s",
            name,
            AFTER_FAILURE,
            e.getMessage());
      }
      failing = true;
      return AFTER_FAILURE;
    }
  }

  private void rest(Duration duration) {
    lock.lock();
    try {
      long left = duration.toNanos();
      while (!wakeUp && !stopping && left > 0) {
        left = woken.awaitNanos(left);
      }
      wakeUp = false;
    } catch (InterruptedException e) {
      stopping = true;
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
