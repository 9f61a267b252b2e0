package dev.ordertimeout.redis.model;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What happens, from an empty queue on.
 *
 * @param seed from which it was made
 */
record History(long seed, int shards, int workers, List<Step> steps) {

  History with(List<Step> others) {
    return new History(seed, shards, workers, others);
  }

  @Override
  public String toString() {
    String lines =
        IntStream.range(0, steps.size())
            .mapToObj(i -> "%n  %3d. %s".formatted(i + 1, steps.get(i)))
            .collect(Collectors.joining());
    return "%d steps, %d workers, %d shards:%s".formatted(steps.size(), workers, shards, lines);
  }
}
