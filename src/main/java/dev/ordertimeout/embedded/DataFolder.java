package dev.ordertimeout.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Where the embedded servers keep everything between runs: programs, data, logs, password, the lock
 * and the addresses of the run that holds it. Readable by its owner alone.
 *
 * @param root absolute, without symbolic links, so that it can be compared with a process's program
 */
public record DataFolder(Path root) {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /**
   * The folder, made if it is not there. A leading {@code ~/} stands for the user's home.
   *
   * @throws StartRefused if it cannot be made or written, or belongs to another user
   */
  public static DataFolder at(String path) throws StartRefused {
    Path asked =
        path.startsWith("~/")
            ? Path.of(System.getProperty("user.home"), path.substring(2))
            : Path.of(path);
    try {
      Path root = Files.createDirectories(asked.toAbsolutePath(), OWNER_ONLY).toRealPath();
      Path probe = Files.createTempFile(root, "write", ".probe");
      boolean ownedByUs = Files.getOwner(probe).equals(Files.getOwner(root));
      Files.delete(probe);
      if (!ownedByUs) {
        throw new StartRefused(refusal(root, "it belongs to user " + Files.getOwner(root)));
      }
      return new DataFolder(root);
    } catch (IOException | UnsupportedOperationException e) {
      throw new StartRefused(refusal(asked, "it cannot be written (" + Reason.of(e) + ")"));
    }
  }

  private static String refusal(Path folder, String why) {
    return "the data folder %s cannot be used: %s; choose another with -D%s=DIR"
        .formatted(folder, why, EmbeddedConfig.DATA);
  }

  Path postgresPrograms() {
    return root.resolve("programs").resolve("postgres");
  }

  public Path redisPrograms() {
    return root.resolve("programs").resolve("redis");
  }

  public Path postgres() {
    return root.resolve("postgres");
  }

  Path postgresLog() {
    return root.resolve("postgres.log");
  }

  public Path redis() {
    return root.resolve("redis");
  }

  Path addresses() {
    return root.resolve("servers.properties");
  }

  /** The file to give to psql as {@code passfile}. */
  Path pgpass() {
    return root.resolve("pgpass");
  }

  Path password() {
    return root.resolve("password");
  }

  Path lock() {
    return root.resolve("lock");
  }
}
