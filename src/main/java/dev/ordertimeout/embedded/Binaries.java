package dev.ordertimeout.embedded;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;
import redis.embedded.RedisExecProvider;

/**
 * Unpacks the servers' programs out of this build, once per data folder and version. What is half
 * unpacked has another name until it is whole, so a run killed meanwhile leaves nothing broken.
 */
final class Binaries {
  private static final int EXECUTE_BITS = 0111;

  private Binaries() {}

  /** The folder beneath {@code programs} that holds PostgreSQL's {@code bin}. */
  static Path unpackPostgres(Path programs) throws IOException {
    byte[] archive = postgresArchive();
    Path home = programs.resolve(checksum(archive));
    if (!Files.exists(home)) {
      Path part = Files.createDirectories(programs).resolve("part");
      FileTree.delete(part);
      unpack(archive, part);
      Files.move(part, home, StandardCopyOption.ATOMIC_MOVE);
    }
    return home;
  }

  /** Redis's server program beneath {@code programs}. */
  static Path unpackRedis(Path programs) throws IOException {
    Path program = programs.resolve("redis-server-" + RedisExecProvider.redisVersion);
    if (!Files.exists(program)) {
      Path part = Files.createDirectories(programs).resolve("part");
      Files.move(temporaryRedis(), part, StandardCopyOption.REPLACE_EXISTING);
      makeExecutable(part);
      Files.move(part, program, StandardCopyOption.ATOMIC_MOVE);
    }
    return program;
  }

  private static byte[] postgresArchive() throws IOException {
    try (InputStream archive =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(operatingSystem(), architecture())) {
      return archive.readAllBytes();
    } catch (IllegalStateException notInThisBuild) {
      throw new IOException(noneFor("PostgreSQL"), notInThisBuild);
    }
  }

  private static Path temporaryRedis() throws IOException {
    try {
      return RedisExecProvider.defaultProvider().get().toPath().toAbsolutePath();
    } catch (RuntimeException unknownMachine) {
      throw new IOException(noneFor("Redis"), unknownMachine);
    }
  }

  private static void unpack(byte[] archive, Path target) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
      TarArchiveEntry entry;
      while ((entry = tar.getNextEntry()) != null) {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
          throw new IOException("archive entry outside its folder: " + entry.getName());
        }
        unpack(entry, tar, path);
      }
    }
  }

  private static void unpack(TarArchiveEntry entry, InputStream content, Path path)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.getParent());
    if (entry.isSymbolicLink() || entry.isLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(content, path);
    if ((entry.getMode() & EXECUTE_BITS) != 0) {
      makeExecutable(path);
    }
  }

  private static void makeExecutable(Path file) throws IOException {
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + file + " executable");
    }
  }

  private static String checksum(byte[] content) {
    CRC32 sum = new CRC32();
    sum.update(content);
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  /** As the archives are named. */
  private static String operatingSystem() {
    String name = System.getProperty("os.name");
    return name.startsWith("Mac") ? "Darwin" : name;
  }

  private static String architecture() {
    return System.getProperty("os.arch");
  }

  private static String noneFor(String server) {
    return "this build holds no %s for %s on %s"
        .formatted(server, operatingSystem(), architecture());
  }
}
