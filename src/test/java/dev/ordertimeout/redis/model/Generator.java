package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.TaskId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Makes a history from a seed. Each leaves some sorts of steps out and favours others, so that they
 * differ more than many steps of one mixture would.
 */
final class Generator {
  private static final int LEAST_STEPS = 20;
  private static final int MOST_STEPS = 50;

  private final Dice dice;
  private final List<Supplier<List<Step>>> mixture = new ArrayList<>();

  private Generator(long seed) {
    dice = new Dice(new Random(seed));
  }

  static History history(long seed) {
    Generator generator = new Generator(seed);
    int shards = 1 + generator.dice.below(2);
    return new History(seed, shards, generator.dice.workers(), generator.steps());
  }

  private List<Step> steps() {
    mixWork();
    mixSweeps();
    mixFaults();
    List<Step> steps = new ArrayList<>();
    for (TaskId task : dice.tasks()) {
      if (dice.below(4) > 0) {
        steps.add(new RowStep.Place(task, dice.soon()));
        steps.add(new RowStep.Deliver(0));
      }
    }
    int many = LEAST_STEPS + dice.below(MOST_STEPS - LEAST_STEPS);
    while (steps.size() < many) {
      steps.addAll(mixture.get(dice.below(mixture.size())).get());
    }
    return steps;
  }

  private void mixWork() {
    often(25, () -> dice.claim(dice.worker()));
    often(20, () -> new WorkerStep.Apply(dice.worker()));
    often(10, () -> new WorkerStep.Settle(dice.worker()));
    often(15, dice::pass);
    often(12, () -> new RowStep.Deliver(dice.below(3)));
    often(4, () -> new RowStep.Place(dice.task(), dice.soon()));
    sometimes(8, () -> dice.fail(dice.worker()));
    sometimes(8, () -> dice.putBack(dice.worker()));
    sometimes(6, () -> new WorkerStep.Renew(dice.worker()));
    sometimes(6, () -> new WorkerStep.Crash(dice.worker()));
    sometimes(5, () -> new RowStep.Move(dice.task(), dice.soon()));
    sometimes(5, () -> new RowStep.Close(dice.task()));
    sometimes(5, () -> new RowStep.Repeat(dice.task()));
  }

  private void mixSweeps() {
    sometimes(8, () -> SweepStep.LOOK_AHEAD);
    sometimes(5, () -> SweepStep.RESCUE);
    if (sometimes(12, () -> SweepStep.RECONCILIATION)) {
      add(5, this::changedWhileReconciling);
    }
  }

  private void mixFaults() {
    if (sometimes(6, () -> dice.dying(dice.claim(dice.worker())))) {
      add(8, this::dyingWhileSettling);
      add(5, this::dyingWhileTelling);
      often(2, () -> dice.dying(SweepStep.LOOK_AHEAD));
      often(2, () -> dice.dying(SweepStep.RECONCILIATION));
    }
    sometimes(2, dice::clockJump);
    sometimes(3, Fault.ForgetScripts::new);
    sometimes(2, Fault.Drop::new);
    rarely(2, Fault.Wipe::new);
    rarely(3, dice::delete);
    if (rarely(2, Fault.RollBack::new)) {
      often(2, Fault.Snapshot::new);
    }
  }

  /** Rather together than by chance: a cut where there is something to be cut. */
  private List<Step> dyingWhileSettling() {
    int worker = dice.worker();
    List<Step> steps = new ArrayList<>(List.of(dice.claim(worker)));
    for (int tasks = 1 + dice.below(2); tasks > 0; tasks--) {
      steps.add(
          switch (dice.below(3)) {
            case 0 -> dice.fail(worker);
            case 1 -> dice.putBack(worker);
            default -> new WorkerStep.Apply(worker);
          });
    }
    steps.add(dice.dying(dice.below(2) > 0 ? new WorkerStep.Settle(worker) : dice.claim(worker)));
    return steps;
  }

  private List<Step> dyingWhileTelling() {
    TaskId task = dice.task();
    Step change =
        dice.below(2) == 0 ? new RowStep.Repeat(task) : new RowStep.Move(task, dice.soon());
    return List.of(change, dice.dying(new RowStep.Deliver(0)));
  }

  /** A timer that stands otherwise than its row says, and moves once that was seen. */
  private List<Step> changedWhileReconciling() {
    TaskId task = dice.task();
    List<Step> steps = new ArrayList<>();
    steps.add(dice.below(2) == 0 ? new RowStep.Close(task) : new RowStep.Move(task, dice.soon()));
    steps.addAll(Collections.nCopies(2 + dice.below(5), SweepStep.RECONCILIATION));
    if (dice.below(2) == 0) {
      steps.add(new RowStep.Deliver(dice.below(3)));
    } else {
      int worker = dice.worker();
      steps.add(dice.claim(worker));
      steps.add(dice.below(2) == 0 ? dice.fail(worker) : dice.putBack(worker));
      steps.add(new WorkerStep.Settle(worker));
    }
    steps.addAll(Collections.nCopies(2, SweepStep.RECONCILIATION));
    return steps;
  }

  private void often(int weight, Supplier<Step> step) {
    add(weight, () -> List.of(step.get()));
  }

  private boolean sometimes(int weight, Supplier<Step> step) {
    boolean chosen = dice.below(2) == 0;
    often(chosen ? weight : 0, step);
    return chosen;
  }

  private boolean rarely(int weight, Supplier<Step> step) {
    boolean chosen = dice.below(5) == 0;
    often(chosen ? weight : 0, step);
    return chosen;
  }

  private void add(int weight, Supplier<List<Step>> steps) {
    for (int i = 0; i < weight; i++) {
      mixture.add(steps);
    }
  }
}
