package dev.ordertimeout.support;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands by hand on a connection of their own, as an operator or a mistake gives them. */
public final class RedisConsole implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  private RedisConsole(Socket socket) throws IOException {
    this.socket = socket;
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** To the Redis of all tests. */
  public static RedisConsole open() {
    return open(TestServers.redisPort());
  }

  public static RedisConsole open(int port) {
    try {
      return new RedisConsole(new Socket(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs one command on a connection of its own. */
  public static @Nullable Object once(String... command) {
    try (RedisConsole console = open()) {
      return console.run(command);
    }
  }

  /**
   * Waits for the reply: text, a number, a list of these, or null.
   *
   * @throws IllegalStateException if the reply is an error
   */
  public @Nullable Object run(String... command) {
    try {
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      request.writeBytes(("*" + command.length + "\r\n").getBytes(StandardCharsets.UTF_8));
      for (String part : command) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        request.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.UTF_8));
        request.writeBytes(bytes);
        request.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
      }
      socket.getOutputStream().write(request.toByteArray());
      return reply();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All keys of the present database. */
  public List<String> keys() {
    return ((List<?>) run("KEYS", "*")).stream().map(String::valueOf).toList();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private @Nullable Object reply() throws IOException {
    String head = line();
    String rest = head.substring(1);
    return switch (head.charAt(0)) {
      case '+' -> rest;
      case ':' -> Long.valueOf(rest);
      case '-' -> throw new IllegalStateException(rest);
      case '$' -> Integer.parseInt(rest) < 0 ? null : text(Integer.parseInt(rest));
      case '*' -> list(Integer.parseInt(rest));
      default -> throw new IllegalStateException("not RESP: " + head);
    };
  }

  private List<@Nullable Object> list(int length) throws IOException {
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      list.add(reply());
    }
    return list;
  }

  private String text(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    in.readNBytes(2);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\r'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("Redis closed the connection");
      }
      line.write(next);
    }
    in.read();
    return line.toString(StandardCharsets.UTF_8);
  }
}
