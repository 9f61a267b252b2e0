package dev.ordertimeout.task;

/**
 * The queue did not answer, or cannot take writes. Nothing is lost by it: rows keep every timer,
 * and the sweep works from the rows until the queue is back.
 */
public class QueueUnavailableException extends RuntimeException {
  public QueueUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
