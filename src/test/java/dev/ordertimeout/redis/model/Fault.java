package dev.ordertimeout.redis.model;

import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.TaskKind;
import java.util.Locale;
import java.util.Map;

/** Time passes, or worse. */
sealed interface Fault extends Step {

  /** A worker that holds something meanwhile has paused. */
  record Pass(long ms) implements Fault {
    @Override
    public void run(World world) {
      world.bench.clocks.pass(ms);
    }

    @Override
    public String toString() {
      return "%d ms pass".formatted(ms);
    }
  }

  /**
   * The queue's clock jumps.
   *
   * @param differenceMs the database's clock minus the queue's from now on
   */
  record ClockJump(long differenceMs) implements Fault {
    @Override
    public void run(World world) {
      world.bench.clocks.setDifference(differenceMs);
      world.bench.holders.forget();
    }

    @Override
    public String toString() {
      return "the queue's clock jumps to %d ms before the database's".formatted(differenceMs);
    }
  }

  /**
   * Another step, in which the server dies and comes back with what was done. No timer may be lost
   * by it but one that the queue was just being told of.
   */
  record Dying(Cut cut, Step step) implements Fault {
    @Override
    public void run(World world) {
      world.bench.cutNext(cut);
      try {
        step.run(world);
      } catch (QueueUnavailableException e) {
        world.untidy = true;
        world.lost |= step instanceof RowStep.Deliver;
      } finally {
        world.bench.cutNext(null);
      }
    }

    @Override
    public Step simpler() {
      return step;
    }

    @Override
    public String toString() {
      return step + ", " + cut;
    }
  }

  /** Changes wait for a queue that is out, and are dropped. */
  record Drop() implements Fault {
    @Override
    public void run(World world) {
      world.lost |= !world.relay.isEmpty();
      world.relay.drop();
    }

    @Override
    public String toString() {
      return "all changes that wait are dropped";
    }
  }

  /** FLUSHALL, or an empty restart. */
  record Wipe() implements Fault {
    @Override
    public void run(World world) {
      world.lose(Map.of());
    }

    @Override
    public String toString() {
      return "the queue is wiped";
    }
  }

  /** DEL, or eviction, of one key of a kind. */
  record Delete(TaskKind kind, Part part) implements Fault {
    @Override
    public void run(World world) {
      world.bench.contents.delete(kind, part);
      world.bench.reference.delete(kind, part);
      world.bench.holders.forget();
      world.lost = true;
      world.untidy = true;
    }

    @Override
    public String toString() {
      return "the key %s of %s is deleted".formatted(part.name().toLowerCase(Locale.ROOT), kind);
    }
  }

  /** A snapshot or a replica is as now. */
  record Snapshot() implements Fault {
    @Override
    public void run(World world) {
      world.snapshot = world.bench.reference.contents();
    }

    @Override
    public String toString() {
      return "a snapshot is taken";
    }
  }

  /** Redis comes back as it was at the last snapshot. */
  record RollBack() implements Fault {
    @Override
    public void run(World world) {
      world.lose(world.snapshot);
    }

    @Override
    public String toString() {
      return "the queue is rolled back to the last snapshot";
    }
  }

  /** SCRIPT FLUSH, or a restart. */
  record ForgetScripts() implements Fault {
    @Override
    public void run(World world) {
      world.bench.redis.forgetScripts();
    }

    @Override
    public String toString() {
      return "the server forgets the scripts";
    }
  }
}
