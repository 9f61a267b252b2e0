package dev.ordertimeout.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The data folder is in use by this run. The kernel gives the lock back however the JVM ends, so
 * what a killed run leaves behind never blocks the next one.
 */
public final class FolderLock implements AutoCloseable {
  /**
   * Closing any channel of a file drops every lock that the process has on it (POSIX), so a folder
   * that this JVM holds is not even opened a second time.
   */
  private static final Set<Path> HELD_BY_THIS_JVM = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the folder for this run.
   *
   * @throws StartRefused if another run holds it
   */
  public static FolderLock take(DataFolder folder) throws StartRefused {
    FolderLock lock = tryTake(folder, false);
    if (lock == null) {
      throw new StartRefused(
          "the data folder %s is in use by another run; stop that one, or choose another with -D%s=DIR"
              .formatted(folder.root(), EmbeddedConfig.DATA));
    }
    return lock;
  }

  /** Whether a run holds the folder now; takes nothing from anybody. */
  public static boolean isTaken(DataFolder folder) throws StartRefused {
    try (FolderLock shared = tryTake(folder, true)) {
      return shared == null;
    }
  }

  private static @Nullable FolderLock tryTake(DataFolder folder, boolean shared)
      throws StartRefused {
    Path file = folder.lock();
    if (!HELD_BY_THIS_JVM.add(file)) {
      return null;
    }
    FileChannel channel = null;
    FileLock lock = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      lock = channel.tryLock(0, Long.MAX_VALUE, shared);
      return lock == null ? null : new FolderLock(file, channel);
    } catch (IOException e) {
      throw new StartRefused(
          "the data folder %s cannot be locked (%s)".formatted(folder.root(), Reason.of(e)));
    } finally {
      if (lock == null) {
        release(file, channel);
      }
    }
  }

  /** Gives the folder back. */
  @Override
  public void close() {
    release(file, channel);
  }

  private static void release(Path file, @Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      HELD_BY_THIS_JVM.remove(file);
    }
  }
}
