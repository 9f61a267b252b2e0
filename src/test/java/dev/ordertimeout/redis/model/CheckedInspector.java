package dev.ordertimeout.redis.model;

import dev.ordertimeout.redis.RedisTaskQueueInspector;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import dev.ordertimeout.task.TaskQueueInspector.Entry.State;
import dev.ordertimeout.task.TaskQueueInspector.Move;
import dev.ordertimeout.task.TaskQueueInspector.OrphanPage;
import dev.ordertimeout.task.TaskQueueInspector.Page;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The real inspector; what it answers and leaves is held against the reference. */
final class CheckedInspector {
  private final Bench bench;
  private final RedisTaskQueueInspector real;

  CheckedInspector(Bench bench) {
    this.bench = bench;
    real = new RedisTaskQueueInspector(bench.calls, bench.keys);
  }

  List<Entry> lookUp(List<TaskId> tasks) {
    var answer = bench.exchange(() -> real.lookUp(tasks), Map.of("look_up", token -> {}));
    Violation.unlessSame("looked up", tasks.stream().map(this::expected).toList(), answer);
    return answer;
  }

  private Entry expected(TaskId task) {
    Standing standing = bench.reference.of(task);
    State state =
        standing.leaseEndMs() != null
            ? State.LEASED
            : standing.dueAtMs() != null ? State.DUE : State.ABSENT;
    long atMs =
        switch (state) {
          case LEASED -> standing.leaseEndMs();
          case DUE -> standing.dueAtMs();
          case ABSENT -> 0;
        };
    return new Entry(task, state, atMs, standing.attempts());
  }

  int moveIfUnchanged(Collection<Move> moves) {
    return counted(
        () -> real.moveIfUnchanged(moves), "move_if_unchanged", moves, bench.reference::move);
  }

  int removeIfUnchanged(Collection<Task> entries) {
    return counted(
        () -> real.removeIfUnchanged(entries),
        "remove_if_unchanged",
        entries,
        bench.reference::remove);
  }

  private <T> int counted(IntSupplier call, String verb, Collection<T> items, Predicate<T> effect) {
    Set<T> expected = new HashSet<>();
    int changed =
        bench.exchange(
            call::getAsInt,
            Map.of(verb, token -> items.stream().filter(effect).forEach(expected::add)));
    Violation.unlessSame(verb, expected.size(), changed);
    return changed;
  }

  /** All due entries of the kind. */
  List<Task> scan(TaskKind kind) {
    Set<Task> entries =
        bench.exchange(
            () -> {
              Set<Task> all = new HashSet<>();
              String cursor = null;
              do {
                Page page = real.scan(kind, cursor);
                all.addAll(page.entries());
                cursor = page.nextCursor();
              } while (cursor != null);
              return all;
            },
            Map.of());
    Set<Task> expected =
        bench.reference.contents().entrySet().stream()
            .filter(entry -> entry.getKey().kind() == kind && entry.getValue().dueAtMs() != null)
            .map(entry -> new Task(entry.getKey(), entry.getValue().dueAtMs()))
            .collect(Collectors.toSet());
    Violation.unlessSame("scanned", expected, entries);
    return List.copyOf(entries);
  }

  /** All of the kind. */
  void repairOrphans(TaskKind kind) {
    Set<TaskId> expected = new HashSet<>();
    Set<String> repaired =
        bench.exchange(
            () -> {
              Set<String> all = new HashSet<>();
              String cursor = null;
              do {
                OrphanPage page = real.scanOrphans(kind, cursor, true);
                all.addAll(page.members());
                cursor = page.nextCursor();
              } while (cursor != null);
              return all;
            },
            Map.of("orphans", token -> expected.addAll(bench.reference.repairOrphans(kind))));
    Violation.unlessSame(
        "orphans", expected.stream().map(TaskId::member).collect(Collectors.toSet()), repaired);
  }
}
