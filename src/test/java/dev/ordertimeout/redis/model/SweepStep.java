package dev.ordertimeout.redis.model;

import java.util.Locale;

/** The sweep or the reconciliation does the next thing. */
enum SweepStep implements Step {
  LOOK_AHEAD {
    @Override
    public void run(World world) {
      world.lookAhead.step();
    }
  },
  RESCUE {
    @Override
    public void run(World world) {
      world.rescue.step();
    }
  },
  RECONCILIATION {
    @Override
    public void run(World world) {
      world.reconciliation.step();
    }
  };

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-') + " does its next step";
  }
}
