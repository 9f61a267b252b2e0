package dev.ordertimeout.reconcile;

import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks at each suspicious timer again, a moment later, and counts and repairs what is still the
 * same. Timers on their way to the queue, orders that were paid or extended, tasks claimed while
 * they were compared: all of these have moved by then, so a busy system shows no findings.
 */
final class SecondLook {
  /** Bounds the memory when everything is suspicious. */
  private static final int MOST_WAITING = 100_000;

  private static final int BATCH = 500;

  /** While pages are read, few suspicions wait a little longer, to be looked at together. */
  private static final Duration LINGER = Duration.ofMillis(500);

  private final RunUnderWay run;
  private final TimerSight sight;
  private final Comparisons comparisons;
  private final Repairs repairs;
  private final Deque<Suspicion> waiting = new ArrayDeque<>();

  SecondLook(RunUnderWay run, TimerSight sight, Comparisons comparisons, Repairs repairs) {
    this.run = run;
    this.sight = sight;
    this.comparisons = comparisons;
    this.repairs = repairs;
  }

  private record Suspicion(Sighting first, long ripeNanos) {}

  /** Keeps those of the timers that something seems wrong about. */
  void suspect(List<Sighting> timers) {
    Comparison now = comparisons.now();
    long ripe = System.nanoTime() + comparisons.secondLookAfter().toNanos();
    for (Sighting timer : timers) {
      if (now.of(timer) != null) {
        waiting.add(new Suspicion(timer, ripe));
      }
    }
    if (!waiting.isEmpty() && untilRipe(waiting.getFirst()) < -LINGER.toNanos()) {
      lookAtRipe();
    }
    while (waiting.size() > MOST_WAITING) {
      lookAtNext();
    }
  }

  /** Looks at all that is left; waits until it may. */
  void finish() {
    while (!waiting.isEmpty()) {
      lookAtNext();
      run.checkpoint();
    }
  }

  private void lookAtNext() {
    long nanos = untilRipe(waiting.getFirst());
    if (nanos > 0) {
      run.rest(Duration.ofNanos(nanos));
    }
    lookAtRipe();
  }

  private void lookAtRipe() {
    Map<TaskKind, List<Sighting>> batch = takeRipe();
    while (!batch.isEmpty()) {
      batch.forEach(this::lookAgain);
      batch = takeRipe();
    }
  }

  private Map<TaskKind, List<Sighting>> takeRipe() {
    Map<TaskKind, List<Sighting>> batch = new EnumMap<>(TaskKind.class);
    for (int i = 0; i < BATCH; i++) {
      if (waiting.isEmpty() || untilRipe(waiting.getFirst()) > 0) {
        break;
      }
      Sighting first = waiting.removeFirst().first();
      batch.computeIfAbsent(first.kind(), kind -> new ArrayList<>()).add(first);
    }
    return batch;
  }

  private static long untilRipe(Suspicion suspicion) {
    return suspicion.ripeNanos() - System.nanoTime();
  }

  private void lookAgain(TaskKind kind, List<Sighting> before) {
    Map<TaskId, Sighting> first = new HashMap<>();
    before.forEach(timer -> first.put(timer.id(), timer));
    List<Sighting> again = sight.closely(kind, List.copyOf(first.keySet()));
    Comparison now = comparisons.now();
    Map<Finding, List<Sighting>> confirmed = new EnumMap<>(Finding.class);
    for (Sighting timer : again) {
      Finding finding = now.of(timer);
      if (finding != null && isUnmoved(timer, first.get(timer.id()))) {
        confirmed.computeIfAbsent(finding, key -> new ArrayList<>()).add(timer);
      }
    }
    confirmed.forEach((finding, timers) -> settle(kind, finding, timers));
  }

  private static boolean isUnmoved(Sighting timer, @Nullable Sighting first) {
    return first != null && timer.isAsIn(first);
  }

  /** What moved while it was being repaired was on its way too, and does not count. */
  private void settle(TaskKind kind, Finding finding, List<Sighting> timers) {
    if (run.dryRun()) {
      run.found(finding, timers.size(), 0);
      return;
    }
    int repaired = repairs.repair(kind, finding, timers);
    run.found(finding, repaired, repaired);
  }
}
