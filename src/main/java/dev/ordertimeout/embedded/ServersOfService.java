package dev.ordertimeout.embedded;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ties the embedded servers to the life of the service: up before it starts, down after it has
 * stopped, also when a signal ends the JVM. A shutdown hook of its own is what stops them, because
 * the JVM runs all hooks at once, and Quarkus's hook still has a worker to finish meanwhile.
 */
final class ServersOfService {
  /** However long the service takes to stop; a service that hangs does not keep the servers. */
  private static final int SERVICE_STOPS_WITHIN_S = 60;

  private final CountDownLatch serviceStopped = new CountDownLatch(1);
  private volatile boolean ending;
  private @Nullable EmbeddedServers servers;

  /** Starts the servers; null if the JVM began to end meanwhile. */
  synchronized @Nullable ServerAddresses start(DataFolder folder) throws StartRefused {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopAfterService, "embedded-servers"));
    servers = EmbeddedServers.start(folder);
    return ending ? null : servers.addresses();
  }

  /** The service has stopped, or never started. */
  void serviceStopped() {
    serviceStopped.countDown();
  }

  private void stopAfterService() {
    ending = true;
    try {
      boolean stopped = serviceStopped.await(SERVICE_STOPS_WITHIN_S, TimeUnit.SECONDS);
      if (!stopped) {
        System.err.println("order-timeout: the service has not stopped; stopping its servers");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stop();
  }

  private synchronized void stop() {
    if (servers != null) {
      servers.close();
    }
  }
}
