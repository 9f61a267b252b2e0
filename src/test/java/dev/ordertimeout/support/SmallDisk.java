package dev.ordertimeout.support;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of its own, in memory, that can be filled to the last byte. */
public final class SmallDisk implements AutoCloseable {
  public static final String NEEDS = "needs the right to mount a tmpfs, as root has it";

  private static final int CHUNK = 1 << 16;

  private final Path path;

  private SmallDisk(Path path) {
    this.path = path;
  }

  public static boolean isPossible() throws IOException {
    try (SmallDisk probe = mount(1)) {
      return Files.exists(probe.path);
    } catch (IllegalStateException notAllowed) {
      return false;
    }
  }

  public static SmallDisk mount(int megabytes) throws IOException {
    Path path = Files.createTempDirectory("small-disk");
    run("mount", "-t", "tmpfs", "-o", "mode=700,size=" + megabytes + "m", "tmpfs", path.toString());
    return new SmallDisk(path);
  }

  public Path path() {
    return path;
  }

  /** No byte is left. */
  public void fill() throws IOException {
    try (OutputStream file = Files.newOutputStream(filler())) {
      for (int chunk = CHUNK; chunk > 0; chunk /= 16) {
        writeUntilRefused(file, new byte[chunk]);
      }
    }
  }

  private static void writeUntilRefused(OutputStream file, byte[] chunk) {
    try {
      while (true) {
        file.write(chunk);
      }
    } catch (IOException full) {
      // That is what was wanted.
    }
  }

  public void empty() throws IOException {
    Files.deleteIfExists(filler());
  }

  private Path filler() {
    return path.resolve("filler");
  }

  @Override
  public void close() throws IOException {
    run("umount", "--lazy", path.toString());
    Files.deleteIfExists(path);
  }

  private static void run(String... command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes());
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
