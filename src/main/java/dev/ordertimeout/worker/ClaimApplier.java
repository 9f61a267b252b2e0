package dev.ordertimeout.worker;

import static java.util.Objects.requireNonNull;

import dev.ordertimeout.event.EventSource;
import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.task.ClaimedTask;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskOutcome;
import dev.ordertimeout.task.TaskQueue.Settlement;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies claimed tasks: the ordinary ones by kind in batches, a suspect with nothing else in hand.
 * A suspect is a task whose claim was lost or failed twice; only what happens while it is alone
 * counts against it, so that a task that takes its worker down does not bury its neighbours.
 */
@ApplicationScoped
class ClaimApplier {
  private static final int SUSPECT_AFTER = 2;

  /** So that many suspects do not fill the next claim again and keep others out. */
  private static final long SUSPECTS_WAIT_MS = 200;

  private final TaskApplier applier;
  private final TaskFailures failures;
  private final UnknownOrders unknown;
  private final LeaseKeeper leases;
  private final int maxAttempts;

  ClaimApplier(
      TaskApplier applier,
      TaskFailures failures,
      UnknownOrders unknown,
      LeaseKeeper leases,
      OrderTimeoutConfig config) {
    this.applier = applier;
    this.failures = failures;
    this.unknown = unknown;
    this.leases = leases;
    maxAttempts = config.worker().maxAttempts();
  }

  /** With which a task is set aside, if it was lost or failed each time. */
  static int mostAttempts(OrderTimeoutConfig config) {
    return 1 + SUSPECT_AFTER + config.worker().maxAttempts();
  }

  /**
   * What to tell the queue.
   *
   * @param suspect still held, to be run once the settlement is made; null if there is none
   * @param failure what ended the work early, such as PostgreSQL gone; what was not applied by then
   *     goes back
   */
  record Applied(
      Settlement settlement, @Nullable ClaimedTask suspect, @Nullable RuntimeException failure) {}

  /** Applies the ordinary tasks; of the suspects it keeps the first and gives the others back. */
  Applied applyOrdinary(List<ClaimedTask> tasks) {
    Map<TaskKind, List<ClaimedTask>> ordinary = new EnumMap<>(TaskKind.class);
    List<ClaimedTask> suspects = new ArrayList<>();
    for (ClaimedTask task : tasks) {
      (task.attempts() > SUSPECT_AFTER ? suspects : batch(ordinary, task)).add(task);
    }
    Settling settling = new Settling(failures, unknown);
    Set<ClaimedTask> open = new LinkedHashSet<>(tasks);
    RuntimeException failure =
        applying(open, () -> ordinary.values().forEach(batch -> apply(batch, open, settling)));
    ClaimedTask first = failure != null || suspects.isEmpty() ? null : suspects.get(0);
    open.remove(first);
    settling.putBack(open, SUSPECTS_WAIT_MS);
    return new Applied(settling.settlement(), first, failure);
  }

  /** Applies a suspect, or sets it aside if it was lost too often while alone. */
  Applied applyAlone(ClaimedTask suspect) {
    Settling settling = new Settling(failures, unknown);
    Set<ClaimedTask> open = new LinkedHashSet<>(List.of(suspect));
    RuntimeException failure = applying(open, () -> applyOrBury(suspect, open, settling));
    settling.putBack(open, 0);
    return new Applied(settling.settlement(), null, failure);
  }

  private void applyOrBury(ClaimedTask suspect, Set<ClaimedTask> open, Settling settling) {
    int lostAlone = suspect.attempts() - 1 - SUSPECT_AFTER;
    if (lostAlone < maxAttempts) {
      apply(List.of(suspect), open, settling);
      return;
    }
    failures.bury(suspect.id(), suspect.dueAtMs(), suspect.attempts());
    settling.dead(suspect);
    open.remove(suspect);
  }

  /** Takes each task off the open ones once it is settled. */
  private void apply(List<ClaimedTask> batch, Set<ClaimedTask> open, Settling settling) {
    TaskKind kind = batch.get(0).id().kind();
    Map<TaskId, TaskOutcome> outcomes =
        applier.apply(kind, batch.stream().map(ClaimedTask::id).toList(), EventSource.REDIS);
    for (ClaimedTask task : batch) {
      settling.add(task, requireNonNull(outcomes.get(task.id())));
      open.remove(task);
    }
  }

  private @Nullable RuntimeException applying(Set<ClaimedTask> open, Runnable work) {
    try {
      leases.keepWhile(List.copyOf(open), work);
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private static List<ClaimedTask> batch(
      Map<TaskKind, List<ClaimedTask>> batches, ClaimedTask task) {
    return batches.computeIfAbsent(task.id().kind(), kind -> new ArrayList<>());
  }
}
