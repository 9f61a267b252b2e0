package dev.ordertimeout.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Has several do something at the same moment. */
public final class Rivals {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Rivals() {}

  /** Starts all at once; their results in the order given. A failure of one fails the test. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T> List<T> atOnce(Callable<T>... rivals) {
    return atOnce(List.of(rivals));
  }

  /** As above. */
  public static <T> List<T> atOnce(List<Callable<T>> rivals) {
    ExecutorService threads = Executors.newFixedThreadPool(rivals.size());
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<T>> running = new ArrayList<>();
      for (Callable<T> rival : rivals) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return rival.call();
                }));
      }
      start.countDown();
      return running.stream().map(Rivals::result).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T> T result(Future<T> running) {
    try {
      return running.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("A rival failed", e);
    }
  }
}
