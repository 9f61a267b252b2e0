package dev.ordertimeout.platform.sql;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;

/** What is to be done when one transaction has ended, in the order in which it was asked for. */
final class Aftermath implements Synchronization {
  private final List<Step> steps = new ArrayList<>();
  private final List<Step> undone = new ArrayList<>();

  void add(Runnable work, Runnable otherwise) {
    steps.add(new Step(work, otherwise));
  }

  /** How many steps there are, to come back to. */
  int mark() {
    return steps.size();
  }

  /** Treats the steps since that mark as rolled back, whatever becomes of the transaction. */
  void undoSince(int mark) {
    List<Step> since = steps.subList(mark, steps.size());
    undone.addAll(since);
    since.clear();
  }

  @Override
  public void beforeCompletion() {}

  @Override
  public void afterCompletion(int status) {
    undone.forEach(step -> step.otherwise().run());
    boolean committed = status == Status.STATUS_COMMITTED;
    steps.forEach(step -> (committed ? step.work() : step.otherwise()).run());
  }

  private record Step(Runnable work, Runnable otherwise) {}
}
