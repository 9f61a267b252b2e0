package dev.ordertimeout.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Speaks Redis's protocol and answers every command with the same error. */
final class RefusingServer implements AutoCloseable {
  private final ServerSocket socket;
  private final byte[] refusal;

  RefusingServer(int port, String error) {
    try {
      socket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    refusal = ("-" + error + "\r\n").getBytes(UTF_8);
    inBackground(this::accept);
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = socket.accept();
      inBackground(() -> refuse(client));
    }
  }

  /**
   * A command is {@code *<n>}, then n times {@code $<length>} and a line that holds no line end.
   */
  private void refuse(Socket client) throws IOException {
    try (client;
        BufferedReader in =
            new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8))) {
      for (String head = in.readLine(); head != null; head = in.readLine()) {
        for (int words = Integer.parseInt(head.substring(1)); words > 0; words--) {
          char[] word = new char[Integer.parseInt(in.readLine().substring(1))];
          for (int read = 0; read < word.length; read += in.read(word, read, word.length - read)) {}
          in.readLine();
        }
        client.getOutputStream().write(refusal);
      }
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void inBackground(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // That is how it ends.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
