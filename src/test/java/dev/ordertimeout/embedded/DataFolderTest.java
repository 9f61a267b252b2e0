package dev.ordertimeout.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  @TempDir Path temporary;

  @Test
  void a_new_folder_is_its_owners_alone() throws Exception {
    DataFolder folder = DataFolder.at(temporary.resolve("new").toString());

    assertThat(Files.getPosixFilePermissions(folder.root())).hasSize(3);
  }

  @Test
  void a_folder_that_cannot_be_made_refuses_the_start_in_one_line() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));

    assertThatExceptionOfType(StartRefused.class)
        .isThrownBy(() -> DataFolder.at(file.toString()))
        .withMessageContaining("cannot be written")
        .withMessageContaining("-Dorder-timeout.embedded.data=DIR");
    assertThatExceptionOfType(StartRefused.class)
        .isThrownBy(() -> DataFolder.at(file.resolve("beneath").toString()))
        .withMessageContaining("cannot be written");
  }

  @Test
  void a_tilde_stands_for_the_users_home() throws Exception {
    Path home = Path.of(System.getProperty("user.home"));
    System.setProperty("user.home", temporary.toString());
    try {
      assertThat(DataFolder.at("~/kept").root()).isEqualTo(temporary.toRealPath().resolve("kept"));
    } finally {
      System.setProperty("user.home", home.toString());
    }
  }
}
