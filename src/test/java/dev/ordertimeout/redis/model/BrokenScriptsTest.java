package dev.ordertimeout.redis.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.LongStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The model test finds out what it is there to find out. */
class BrokenScriptsTest {
  private static final Logger LOG = Logger.getLogger(BrokenScriptsTest.class);
  private static final int MOST_HISTORIES = 1_000;

  /** Whether to shrink and log what is found: {@code -Dmodel.show=true}. */
  private static final boolean SHOWN = Boolean.getBoolean("model.show");

  private static OwnRedis redis;

  @BeforeAll
  static void start() {
    redis = OwnRedis.start();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @ParameterizedTest
  @EnumSource
  void a_broken_script_is_found_out(Break broken) {
    String whole = SteppedScript.read("/lua/" + broken.verb() + ".lua");
    assertThat(broken.apply(whole)).isNotEqualTo(whole);
    Play play = new Play(redis.client(), broken);

    Optional<History> found = firstFound(play);

    assertThat(found).as("a history that shows %s", broken).isPresent();
    if (SHOWN) {
      LOG.infof("%s: %s", broken, play.report(found.get()));
    } else {
      LOG.infof("%s: found out by seed %d", broken, found.get().seed());
    }
  }

  @Test
  void the_report_is_a_short_history_and_how_to_replay_it() {
    Play play = new Play(redis.client(), Break.ACK_WITHOUT_THE_TOKEN);
    History found = firstFound(play).orElseThrow();

    String report = play.report(found);

    assertThat(report)
        .containsPattern("1\\. .* is placed, due in ")
        .contains("-Dmodel.seed=" + found.seed())
        .doesNotContain(" 10. ");
  }

  private static Optional<History> firstFound(Play play) {
    return LongStream.rangeClosed(1, MOST_HISTORIES)
        .mapToObj(Generator::history)
        .filter(history -> play.violated(history) != null)
        .findFirst();
  }
}
