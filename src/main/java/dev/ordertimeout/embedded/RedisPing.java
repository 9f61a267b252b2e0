package dev.ordertimeout.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Asks a Redis on the loopback address whether it is ready. Spoken by hand, because the client
 * belongs to Quarkus, which starts after the servers.
 *
 * @param password null where the server asks for none
 */
public record RedisPing(int port, @Nullable String password) {
  private static final int TIMEOUT_MS = 1000;

  /** False while it does not listen, loads its data, or refuses the password. */
  public boolean isAnswered() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(ServerAddresses.loopback(), port), TIMEOUT_MS);
      socket.setSoTimeout(TIMEOUT_MS);
      BufferedReader replies =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      if (password != null && !"+OK".equals(ask(socket, replies, "AUTH " + password))) {
        return false;
      }
      return "+PONG".equals(ask(socket, replies, "PING"));
    } catch (IOException notYet) {
      return false;
    }
  }

  private static @Nullable String ask(Socket socket, BufferedReader replies, String command)
      throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
    return replies.readLine();
  }
}
