package dev.ordertimeout.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Tags;
import org.junit.jupiter.api.Test;

/** Every row of {@code cases.md} is a test that one finds by its number. */
class CasesTest {
  private static final Pattern ROW = Pattern.compile("^\\| (\\d+) \\|", Pattern.MULTILINE);

  @Test
  void every_case_has_a_test_and_every_tag_a_case() throws IOException {
    Set<String> tags =
        new ClassFileImporter()
            .importPackages("dev.ordertimeout").stream()
                .flatMap(CasesTest::tags)
                .filter(tag -> tag.startsWith("case-"))
                .collect(Collectors.toCollection(TreeSet::new));

    assertThat(tags).containsExactlyInAnyOrderElementsOf(cases());
  }

  private static List<String> cases() throws IOException {
    try (InputStream file = CasesTest.class.getResourceAsStream("/cases.md")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return ROW.matcher(text).results().map((MatchResult row) -> "case-" + row.group(1)).toList();
    }
  }

  private static Stream<String> tags(JavaClass type) {
    Predicate<JavaMethod> isTest = method -> !method.getAnnotations().isEmpty();
    return Stream.concat(
        type.getAnnotations().stream().flatMap(CasesTest::tags),
        type.getMethods().stream()
            .filter(isTest)
            .flatMap(method -> method.getAnnotations().stream())
            .flatMap(CasesTest::tags));
  }

  private static Stream<String> tags(JavaAnnotation<?> annotation) {
    if (annotation.getRawType().isEquivalentTo(Tag.class)) {
      return Stream.of((String) annotation.getProperties().get("value"));
    }
    if (annotation.getRawType().isEquivalentTo(Tags.class)) {
      return Stream.of((JavaAnnotation<?>[]) annotation.getProperties().get("value"))
          .flatMap(CasesTest::tags);
    }
    return Stream.empty();
  }
}
