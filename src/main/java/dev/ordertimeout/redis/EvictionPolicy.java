package dev.ordertimeout.redis;

import dev.ordertimeout.platform.health.HealthWarning;
import dev.ordertimeout.task.QueueUnavailableException;
import io.quarkus.scheduler.Scheduled;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Watches what Redis does when its memory is full. Anything but {@code noeviction} throws timers
 * away: each is put back by look-ahead or reconciliation, but less punctually.
 */
@ApplicationScoped
class EvictionPolicy implements HealthWarning {
  private static final Logger LOG = Logger.getLogger(EvictionPolicy.class);
  private static final Pattern POLICY = Pattern.compile("maxmemory_policy:(\\S+)");
  private static final String SAFE = "noeviction";

  private final RedisCalls redis;
  private final Circuit circuit;
  private volatile @Nullable String warning;

  EvictionPolicy(RedisCalls redis, Circuit circuit) {
    this.redis = redis;
    this.circuit = circuit;
  }

  @Override
  public Optional<String> warning() {
    return Optional.ofNullable(warning);
  }

  /** Looks now and then. A Redis that refuses to tell may be a good queue all the same. */
  @Scheduled(every = "60s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    if (circuit.isOpen()) {
      return;
    }
    try {
      judge(redis.send(Request.cmd(Command.INFO).arg("memory")).toString());
    } catch (QueueUnavailableException e) {
      LOG.debugf("Redis's eviction policy is not known: %s", e.getMessage());
    }
  }

  private void judge(String memory) {
    Matcher policy = POLICY.matcher(memory);
    boolean evicts = policy.find() && !SAFE.equals(policy.group(1));
    String before = warning;
    warning =
        evicts
            ? "Redis's maxmemory-policy is %s, which throws timers away when memory is full; set it to %s"
                .formatted(policy.group(1), SAFE)
            : null;
    if (warning != null && before == null) {
      LOG.warn(warning);
    }
  }
}
