package dev.ordertimeout.support;

/**
 * A Redis beside the one of all tests, empty when it starts, without a password.
 *
 * @param stop ends it
 */
public record ExtraRedis(int port, Runnable stop) implements AutoCloseable {
  @Override
  public void close() {
    stop.run();
  }
}
