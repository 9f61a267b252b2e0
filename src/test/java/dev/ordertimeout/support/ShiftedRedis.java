package dev.ordertimeout.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A Redis of its own whose clock is off: Debian's redis-server under libfaketime. */
public final class ShiftedRedis implements AutoCloseable {
  public static final String NEEDS = "needs Debian's packages redis-server and libfaketime";

  private static final Path REDIS = Path.of("/usr/bin/redis-server");
  private final Process process;
  private final int port;

  private ShiftedRedis(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  public static boolean isPossible() {
    return Files.exists(REDIS) && FakeClock.isPossible();
  }

  public static ShiftedRedis start(int secondsOff) {
    try {
      int port = FreePort.next();
      ProcessBuilder redis =
          new ProcessBuilder(
                  REDIS.toString(),
                  "--port",
                  Integer.toString(port),
                  "--bind",
                  "127.0.0.1",
                  "--save",
                  "",
                  "--dir",
                  Files.createTempDirectory("shifted-redis").toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD);
      redis.environment().putAll(FakeClock.off("%+ds".formatted(secondsOff)));
      ShiftedRedis shifted = new ShiftedRedis(redis.start(), port);
      await().until(shifted::answers);
      return shifted;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return port;
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
