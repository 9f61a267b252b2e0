package dev.ordertimeout.redis.model;

import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Throws single steps and what they are about; times are chosen to meet each other and the lease.
 */
final class Dice {
  private static final int[] SOON = {-300, 0, 1, 100, 500, 1_000, 2_500};
  private static final int[] PASSES = {1, 50, 400, 999, 1_000, 1_001, 2_500, 6_000};
  private static final int[] DELAYS = {0, 1, 200, 2_000};
  private static final int[] DIFFERENCES = {0, 0, 5_000, -5_000, 300, 3_600_000, -3_600_000};
  private static final int[] QUOTAS = {1, 1, 2, 5};

  private final Random random;
  private final int workers;
  private final List<TaskId> tasks = new ArrayList<>();

  Dice(Random random) {
    this.random = random;
    workers = 2 + random.nextInt(3);
    int orders = 2 + random.nextInt(3);
    for (int order = 1; order <= orders; order++) {
      tasks.add(Names.cancel(order));
      for (int tier = 1; tier <= 2; tier++) {
        if (random.nextBoolean()) {
          tasks.add(Names.tier(order, tier));
        }
      }
    }
  }

  int workers() {
    return workers;
  }

  List<TaskId> tasks() {
    return tasks;
  }

  int worker() {
    return 1 + below(workers);
  }

  TaskId task() {
    return tasks.get(below(tasks.size()));
  }

  int soon() {
    return anyOf(SOON);
  }

  Step pass() {
    return new Fault.Pass(anyOf(PASSES));
  }

  Step clockJump() {
    return new Fault.ClockJump(anyOf(DIFFERENCES));
  }

  Step fail(int worker) {
    return new WorkerStep.Fail(worker, anyOf(DELAYS));
  }

  Step putBack(int worker) {
    return new WorkerStep.PutBack(worker, anyOf(DELAYS));
  }

  /** Some kinds are paused. */
  Step claim(int worker) {
    Map<TaskKind, Integer> quotas = new EnumMap<>(TaskKind.class);
    for (TaskKind kind : TaskKind.values()) {
      if (below(6) > 0) {
        quotas.put(kind, anyOf(QUOTAS));
      }
    }
    return quotas.isEmpty() ? claim(worker) : new WorkerStep.Claim(worker, quotas);
  }

  Step delete() {
    Part part = List.of(Part.DUE, Part.LEASED, Part.CLAIMS).get(below(3));
    return new Fault.Delete(TaskKind.values()[below(TaskKind.values().length)], part);
  }

  Step dying(Step step) {
    return new Fault.Dying(new Cut(below(2), below(4)), step);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  private int anyOf(int[] values) {
    return values[below(values.length)];
  }
}
