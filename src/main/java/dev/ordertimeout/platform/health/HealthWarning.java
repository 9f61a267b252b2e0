package dev.ordertimeout.platform.health;

import java.util.Optional;

/**
 * Something that works now and will bite later, such as a server set up against the advice. Every
 * bean of this type shows in readiness; none makes the service degraded.
 */
public interface HealthWarning {
  /** One sentence on what is wrong and what to do. As quick and safe as {@link Degradation}. */
  Optional<String> warning();
}
