package dev.ordertimeout.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The servers' password, made on the first run and kept beside the data. Loopback alone is no
 * fence: every user of the machine can reach it, and a superuser of PostgreSQL can run programs as
 * us.
 */
final class Password {
  private static final int BYTES = 18;

  private Password() {}

  /** The folder's password, of letters, digits, {@code -} and {@code _}. */
  static String of(DataFolder folder) throws IOException {
    if (!Files.exists(folder.password())) {
      byte[] random = new byte[BYTES];
      new SecureRandom().nextBytes(random);
      writeForOwner(
          folder.password(), Base64.getUrlEncoder().withoutPadding().encodeToString(random) + "\n");
    }
    String password = Files.readString(folder.password()).strip();
    writeForOwner(folder.pgpass(), "*:*:*:*:" + password + "\n");
    return password;
  }

  /** Writes a whole file that only its owner can read; readers see the old text or the new. */
  static void writeForOwner(Path file, String text) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.deleteIfExists(part);
    Files.createFile(
        part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(part, text);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
