package dev.ordertimeout.redis.model;

import io.vertx.redis.client.Redis;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Plays histories against a Redis that is nobody else's.
 *
 * @param scripts given a script's text, returns the text to run: the same, or one broken on purpose
 */
record Play(Redis server, UnaryOperator<String> scripts) {

  /** What a history violates; null if nothing. */
  @Nullable Violation violated(History history) {
    String when = "At once";
    try {
      World world = new World(new Bench(server, history.shards(), scripts), history.workers());
      for (Step step : history.steps()) {
        when = "When " + step;
        step.run(world);
      }
      when = "When all came to rest";
      new Rest(world).come();
      return null;
    } catch (Violation e) {
      return new Violation(when + ": " + e.getMessage());
    }
  }

  /** Fails with the shortest history like this one that is found to violate something. */
  void check(History history) {
    if (violated(history) != null) {
      throw new Violation(report(history));
    }
  }

  /** Of a history that violates something. */
  String report(History history) {
    Predicate<List<Step>> fails = steps -> violated(history.with(steps)) != null;
    List<Step> fewest = Shrinker.shrink(history.steps(), fails);
    History shortest = history.with(Shrinker.simplify(fewest, Step::simpler, fails));
    return """
        %s
        Shortest history found, of seed %d with %d steps at first: %s
        To replay: mvn test -Dtest=QueueModelTest -Dmodel.seed=%d
        """
        .formatted(
            violated(shortest).getMessage(),
            history.seed(),
            history.steps().size(),
            shortest,
            history.seed());
  }
}
