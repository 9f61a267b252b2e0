package dev.ordertimeout.platform.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A statement that lives in a file of its own, under {@code sql/} on the class path. */
public final class SqlFile {
  private SqlFile() {}

  /**
   * Reads {@code sql/<name>.sql}.
   *
   * @throws IllegalStateException if there is no such file: the build is broken
   */
  public static String read(String name) {
    try (InputStream in = SqlFile.class.getResourceAsStream("/sql/" + name + ".sql")) {
      if (in == null) {
        throw new IllegalStateException("sql/" + name + ".sql is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
