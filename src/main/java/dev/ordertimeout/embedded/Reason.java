package dev.ordertimeout.embedded;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;

/** Says in a few words why something failed: the messages of file exceptions are bare paths. */
final class Reason {
  private Reason() {}

  static String of(Exception failure) {
    if (failure instanceof AccessDeniedException denied) {
      return "permission denied: " + denied.getFile();
    }
    if (failure instanceof FileAlreadyExistsException exists) {
      return "not a folder: " + exists.getFile();
    }
    String message = failure.getMessage();
    if (message == null || failure instanceof FileSystemException) {
      return failure.toString();
    }
    return message;
  }
}
