package dev.ordertimeout.redis.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Leaves items out while what is left still fails: first many at once, in the end one by one. */
final class Shrinker {
  private Shrinker() {}

  /**
   * @param failing a list that fails
   * @return a part of it, in its order, that fails, and no longer does if any one item is left out
   */
  static <T> List<T> shrink(List<T> failing, Predicate<List<T>> fails) {
    List<T> left = failing;
    for (int chunk = Math.max(1, left.size() / 2); chunk > 0; chunk = next(chunk)) {
      List<T> before;
      do {
        before = left;
        left = withoutChunks(left, chunk, fails);
      } while (chunk == 1 && left.size() < before.size());
    }
    return left;
  }

  /**
   * Puts simpler items in the place of others while the list still fails.
   *
   * @param simpler gives an item back as it is where nothing simpler is known
   */
  static <T> List<T> simplify(List<T> failing, UnaryOperator<T> simpler, Predicate<List<T>> fails) {
    List<T> left = failing;
    for (int i = 0; i < left.size(); i++) {
      List<T> other = new ArrayList<>(left);
      other.set(i, simpler.apply(left.get(i)));
      left = !other.equals(left) && fails.test(other) ? other : left;
    }
    return left;
  }

  private static int next(int chunk) {
    return chunk == 1 ? 0 : (chunk + 1) / 2;
  }

  /** From the end, since what comes later rests on what comes before. */
  private static <T> List<T> withoutChunks(List<T> list, int chunk, Predicate<List<T>> fails) {
    List<T> left = list;
    for (int to = left.size(); to > 0; to -= chunk) {
      List<T> fewer = new ArrayList<>(left.subList(0, Math.max(0, to - chunk)));
      fewer.addAll(left.subList(to, left.size()));
      if (fails.test(fewer)) {
        left = fewer;
      }
    }
    return left;
  }
}
