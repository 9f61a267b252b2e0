package dev.ordertimeout.platform.health;

import java.util.Optional;

/**
 * A part of the service that can be down while orders are still placed, paid and cancelled, only
 * less punctually. Every bean of this type shows in readiness and in {@code
 * order_timeout_degraded}.
 */
public interface Degradation {
  /**
   * One sentence on what is degraded and what that means; empty while all is well. Asked on every
   * probe and scrape, from any thread: answers from memory, at once, and never throws.
   */
  Optional<String> reason();
}
