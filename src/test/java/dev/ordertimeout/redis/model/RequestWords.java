package dev.ordertimeout.redis.model;

import io.vertx.redis.client.Request;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a request's arguments from how it prints itself, as it goes over the wire. */
final class RequestWords {
  private RequestWords() {}

  /** The arguments, without the command. */
  static List<String> of(Request request) {
    byte[] wire = request.toString().getBytes(StandardCharsets.UTF_8);
    List<String> words = new ArrayList<>();
    int at = afterLine(wire, 0);
    while (at < wire.length) {
      int start = afterLine(wire, at);
      int length = Integer.parseInt(text(wire, at + 1, start - 2));
      words.add(text(wire, start, start + length));
      at = start + length + 2;
    }
    return words.subList(1, words.size());
  }

  private static int afterLine(byte[] wire, int from) {
    int at = from;
    while (wire[at] != '\n') {
      at++;
    }
    return at + 1;
  }

  private static String text(byte[] wire, int from, int to) {
    return new String(wire, from, to - from, StandardCharsets.UTF_8);
  }
}
