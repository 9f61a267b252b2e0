package dev.ordertimeout.redis.model;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;

/** A request changes a row, and what that means for the queue is told to it, some time later. */
sealed interface RowStep extends Step {

  /** An order is placed, with this timer. */
  record Place(TaskId task, long inMs) implements RowStep {
    @Override
    public void run(World world) {
      Task placed = new Task(task, world.nowMs() + inMs);
      if (world.rows.place(placed)) {
        world.relay.schedule(placed);
      }
    }

    @Override
    public String toString() {
      return "%s is placed, due in %d ms".formatted(Names.of(task), inMs);
    }
  }

  /** The deadline is moved. */
  record Move(TaskId task, long inMs) implements RowStep {
    @Override
    public void run(World world) {
      if (world.rows.dueAtMs(task) != null) {
        Task moved = new Task(task, world.nowMs() + inMs);
        world.rows.move(moved);
        world.relay.schedule(moved);
      }
    }

    @Override
    public String toString() {
      return "%s is moved, due in %d ms".formatted(Names.of(task), inMs);
    }
  }

  /** Paid, cancelled, grabbed. */
  record Close(TaskId task) implements RowStep {
    @Override
    public void run(World world) {
      if (world.rows.dueAtMs(task) != null) {
        world.rows.close(task);
        world.relay.unschedule(task);
      }
    }

    @Override
    public String toString() {
      return "%s is paid or cancelled".formatted(Names.of(task));
    }
  }

  /** The queue is told once more what it was told before. */
  record Repeat(TaskId task) implements RowStep {
    @Override
    public void run(World world) {
      Long dueAtMs = world.rows.dueAtMs(task);
      if (dueAtMs != null) {
        world.relay.schedule(new Task(task, dueAtMs));
      }
    }

    @Override
    public String toString() {
      return "%s is scheduled once more".formatted(Names.of(task));
    }
  }

  /**
   * The queue is told one change.
   *
   * @param which of those that wait, 0 for the oldest
   */
  record Deliver(int which) implements RowStep {
    @Override
    public void run(World world) {
      if (!world.relay.isEmpty()) {
        world.relay.deliver(world.relaysQueue, which);
      }
    }

    @Override
    public String toString() {
      return "change %d that waits is delivered".formatted(which + 1);
    }
  }
}
