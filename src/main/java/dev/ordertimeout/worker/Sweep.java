package dev.ordertimeout.worker;

import dev.ordertimeout.task.QueueUnavailableException;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * A small look at the rows, once a second: a little behind, for what was missed, and a little
 * ahead, for what the queue has lost. It needs no queue.
 */
@ApplicationScoped
public class Sweep {
  private final Rescue rescue;
  private final LookAhead lookAhead;
  private final QueueHealth health;
  private final WorkerPulse pulse;

  Sweep(Rescue rescue, LookAhead lookAhead, QueueHealth health, WorkerPulse pulse) {
    this.rescue = rescue;
    this.lookAhead = lookAhead;
    this.health = health;
    this.pulse = pulse;
  }

  /**
   * What one sweep did.
   *
   * @param rescued transitions made for timers that were missed
   * @param putBack timers that the queue had lost and holds again
   */
  public record Swept(int rescued, int putBack) {}

  public Swept runOnce() {
    pulse.beatIfDue();
    int rescued = rescue.runOnce();
    try {
      int putBack = lookAhead.runOnce();
      health.answered();
      return new Swept(rescued, putBack);
    } catch (QueueUnavailableException e) {
      health.failed(e);
      return new Swept(rescued, 0);
    }
  }
}
