package dev.ordertimeout.redis.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One of the scripts under a clock and a cut of the test's own.
 *
 * @param text what the server is given instead of the script's own text
 */
record SteppedScript(String verb, String text, String sha1) {
  private static final String BEFORE = read("/model/stepped.lua");

  /**
   * @param original the script as it stands in the project, or broken on purpose
   */
  static SteppedScript of(String original) {
    String verb = original.substring("-- ".length(), original.indexOf(':'));
    String text = BEFORE + original;
    return new SteppedScript(verb, text, sha1(text));
  }

  /** A file of the class path. */
  static String read(String name) {
    try (InputStream in = SteppedScript.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String sha1(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
