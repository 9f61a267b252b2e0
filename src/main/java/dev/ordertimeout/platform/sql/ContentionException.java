package dev.ordertimeout.platform.sql;

/**
 * The transaction lost against another one (deadlock, serialization, lock timeout) and was rolled
 * back; repeating it is right. Never counted against a task.
 */
public class ContentionException extends RuntimeException {
  public ContentionException(Throwable cause) {
    super("Lost against another transaction: " + cause.getMessage(), cause);
  }
}
