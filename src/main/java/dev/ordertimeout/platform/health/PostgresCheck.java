package dev.ordertimeout.platform.health;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * Ready means that PostgreSQL answers within a second. The question is asked on one thread of its
 * own, and whoever asks meanwhile waits for the same answer: a database that hangs holds up one
 * thread, not one for each probe, and no probe for longer than that second.
 */
@Readiness
@Singleton
class PostgresCheck implements HealthCheck {
  private static final long PATIENCE_MS = 1_000;

  private final PostgresProbe probe;
  private final ExecutorService asking =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "postgres-probe");
            thread.setDaemon(true);
            return thread;
          });
  private @Nullable Future<?> question;

  PostgresCheck(PostgresProbe probe) {
    this.probe = probe;
  }

  @Override
  public HealthCheckResponse call() {
    try {
      question().get(PATIENCE_MS, TimeUnit.MILLISECONDS);
      return HealthCheckResponse.up("postgresql");
    } catch (TimeoutException e) {
      return down("no answer within " + PATIENCE_MS + " ms");
    } catch (ExecutionException e) {
      String state = e.getCause() instanceof SQLException sql ? sql.getSQLState() : null;
      return down(state == null ? "no answer" : "SQLSTATE " + state);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return down("interrupted while asking");
    }
  }

  @PreDestroy
  void stop() {
    asking.shutdownNow();
  }

  private synchronized Future<?> question() {
    Future<?> current = question;
    if (current == null || current.isDone()) {
      current =
          asking.submit(
              () -> {
                probe.ask();
                return true;
              });
      question = current;
    }
    return current;
  }

  private static HealthCheckResponse down(String reason) {
    return HealthCheckResponse.named("postgresql").down().withData("reason", reason).build();
  }
}
