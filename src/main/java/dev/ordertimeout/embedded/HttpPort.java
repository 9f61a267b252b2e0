package dev.ordertimeout.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.eclipse.microprofile.config.Config;

/** Looks whether the service's HTTP port is free, before anything is started for it. */
final class HttpPort {
  private static final String DEFAULT_HOST = "0.0.0.0";
  private static final int DEFAULT_PORT = 8080;

  private HttpPort() {}

  /**
   * Opens the configured port for a moment. Port 0 (any) and a service without HTTP always pass.
   *
   * @throws StartRefused if the port cannot be opened
   */
  static void requireFree(Config config) throws StartRefused {
    boolean serves =
        config.getOptionalValue("quarkus.http.host-enabled", Boolean.class).orElse(true);
    int port = config.getOptionalValue("quarkus.http.port", Integer.class).orElse(DEFAULT_PORT);
    String host = config.getOptionalValue("quarkus.http.host", String.class).orElse(DEFAULT_HOST);
    if (!serves || port == 0) {
      return;
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new StartRefused(
          "HTTP port %d cannot be opened (%s); choose another with -Dquarkus.http.port=PORT"
              .formatted(port, Reason.of(e)));
    }
  }
}
