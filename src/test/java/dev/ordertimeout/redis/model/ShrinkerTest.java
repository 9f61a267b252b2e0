package dev.ordertimeout.redis.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  private static final List<Integer> HUNDRED = IntStream.rangeClosed(1, 100).boxed().toList();

  @Test
  void what_is_needed_stays_in_its_order_and_nothing_else() {
    List<Integer> needed = List.of(7, 8, 50, 99);

    assertThat(Shrinker.shrink(HUNDRED, list -> list.containsAll(needed))).isEqualTo(needed);
  }

  @Test
  void what_becomes_needless_only_when_others_are_gone_goes_too() {
    Predicate<List<Integer>> fails =
        list -> list.contains(60) && (list.contains(20) || !list.contains(80));

    assertThat(Shrinker.shrink(HUNDRED, fails)).containsExactly(60);
  }

  @Test
  void where_everything_is_needed_everything_stays() {
    assertThat(Shrinker.shrink(HUNDRED, HUNDRED::equals)).isEqualTo(HUNDRED);
  }

  @Test
  void what_fails_whatever_is_in_it_shrinks_to_nothing() {
    assertThat(Shrinker.shrink(HUNDRED, list -> true)).isEmpty();
  }

  @Test
  void simpler_items_take_the_place_of_others_where_that_still_fails() {
    Predicate<List<Integer>> fails = list -> list.stream().mapToInt(i -> i).sum() >= 50;

    assertThat(Shrinker.simplify(List.of(40, 30, 20), item -> item / 2, fails))
        .containsExactly(20, 15, 20);
  }
}
