package dev.ordertimeout.redis.model;

import java.time.Duration;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Plays random histories against the real scripts, for some seconds. {@code -Dmodel.seed=…} replays
 * the one of that seed; {@code -Dmodel.histories=…} plays so many, of consecutive seeds from that
 * one or a random one.
 */
class QueueModelTest {
  private static final Logger LOG = Logger.getLogger(QueueModelTest.class);
  private static final Duration BOUND = Duration.ofSeconds(12);
  private static final int FIXED = 200;

  private static OwnRedis redis;

  @BeforeAll
  static void start() {
    redis = OwnRedis.start();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @Test
  void histories_of_fixed_seeds_keep_every_promise() {
    Play play = new Play(redis.client(), UnaryOperator.identity());
    for (long seed = 1; seed <= FIXED; seed++) {
      play.check(Generator.history(seed));
    }
  }

  @Test
  void histories_of_random_seeds_keep_every_promise() {
    Long given = Long.getLong("model.seed");
    long first = given == null ? new Random().nextInt(Integer.MAX_VALUE) : given;
    Integer count =
        Integer.getInteger("model.histories", given == null ? null : Integer.valueOf(1));
    LOG.infof("The first seed is %d", first);
    Play play = new Play(redis.client(), UnaryOperator.identity());
    long start = System.nanoTime();
    int played = 0;
    while (count == null ? System.nanoTime() - start < BOUND.toNanos() : played < count) {
      play.check(Generator.history(first + played));
      played++;
    }
    long ms = Math.max(1, (System.nanoTime() - start) / 1_000_000);
    LOG.infof("%d histories in %d ms, %d a minute", played, ms, played * 60_000L / ms);
  }
}
