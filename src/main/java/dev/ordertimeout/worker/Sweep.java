package dev.ordertimeout.worker;

import dev.ordertimeout.task.QueueUnavailableException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.BooleanSupplier;

/**
 * A small look at the rows, once a second: a little behind, for what was missed, and a little
 * ahead, for what the queue has lost. It needs no queue.
 */
@ApplicationScoped
public class Sweep {
  private final Rescue rescue;
  private final LookAhead lookAhead;
  private final WorkerPulse pulse;

  Sweep(Rescue rescue, LookAhead lookAhead, WorkerPulse pulse) {
    this.rescue = rescue;
    this.lookAhead = lookAhead;
    this.pulse = pulse;
  }

  /**
   * What one sweep did.
   *
   * @param rescued transitions made for timers that were missed
   * @param putBack timers that the queue had lost and holds again
   */
  public record Swept(int rescued, int putBack) {}

  /**
   * Looks once.
   *
   * @param stopping looked at between pages; once true, no more is rescued
   */
  public Swept runOnce(BooleanSupplier stopping) {
    pulse.beatIfDue();
    int rescued = rescue.runOnce(stopping);
    try {
      return new Swept(rescued, lookAhead.runOnce());
    } catch (QueueUnavailableException e) {
      // Said once where it was noticed.
      return new Swept(rescued, 0);
    }
  }
}
