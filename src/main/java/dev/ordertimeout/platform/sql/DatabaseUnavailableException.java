package dev.ordertimeout.platform.sql;

/**
 * PostgreSQL cannot be used right now: gone, restarting, read-only, out of resources, or no
 * connection was free in time. Nothing was acknowledged; whether a commit under way took effect is
 * unknown. Never counted against a task.
 */
public class DatabaseUnavailableException extends RuntimeException {
  public DatabaseUnavailableException(Throwable cause) {
    super("PostgreSQL is not available: " + cause.getMessage(), cause);
  }
}
