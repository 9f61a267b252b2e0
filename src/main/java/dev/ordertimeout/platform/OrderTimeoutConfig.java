package dev.ordertimeout.platform;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/**
 * Everything that can be set, beside Quarkus's own connection settings. A bad value stops the
 * start.
 */
@ConfigMapping(prefix = "order-timeout")
public interface OrderTimeoutConfig {

  /** How long an order may stay unpaid when the caller does not say. */
  @WithDefault("PT30M")
  @DurationMin(millis = 1)
  Duration paymentWindow();

  /**
   * The shortest window a caller may ask for. Below a second, the network decides who is on time.
   */
  @WithDefault("PT1M")
  @DurationMin(millis = 1)
  Duration minPaymentWindow();

  /** The longest window a caller may ask for. */
  @WithDefault("P30D")
  @DurationMin(millis = 1)
  Duration maxPaymentWindow();

  @Valid
  Subsidy subsidy();

  @Valid
  Queue queue();

  @Valid
  Worker worker();

  @Valid
  Sweep sweep();

  @Valid
  Reconcile reconcile();

  /** What orders waiting in the hall get. Orders keep the plan they were placed under. */
  interface Subsidy {
    /** The tiers, first to last; they add up. */
    List<@Valid Tier> tiers();

    /** Most that all tiers of one order may add up to, minor units; no cap when absent. */
    Optional<@Min(0) Long> cap();
  }

  /** One tier: exactly one of amount and percent. */
  interface Tier {
    /** How long after placing it falls due. */
    @DurationMin(millis = 1)
    Duration after();

    /** A fixed amount, minor units of the order's currency. */
    OptionalLong amount();

    /** A part of the order's total, in percent, rounded down. */
    Optional<@Min(1) @Max(100) Integer> percent();
  }

  /** Where and how the timers stand in Redis. */
  interface Queue {
    int MOST_SHARDS = 1024;

    /** Hash tags the keys spread over. 1 for a single server; 16 or more for Redis Cluster. */
    @WithDefault("1")
    @Min(1)
    @Max(MOST_SHARDS)
    int shards();

    /** First part of every key. Two deployments on one Redis need two prefixes. */
    @WithDefault("ot")
    @Pattern(regexp = "[A-Za-z0-9_.-]{1,32}")
    String prefix();
  }

  /** The loop that claims and applies due tasks. */
  interface Worker {
    /** Whether this process works on tasks. Off, it only serves requests. */
    @WithDefault("true")
    boolean enabled();

    /**
     * Most tasks of one kind in one transaction. Larger drains faster and locks more rows at once.
     */
    @WithDefault("500")
    @Min(1)
    @Max(2000)
    int batchSize();

    /** For how long a claim holds. A crashed worker's tasks wait that long. */
    @WithDefault("PT15S")
    @DurationMin(seconds = 1)
    Duration lease();

    /** Failures of one task, alone, before it is set aside for a person. */
    @WithDefault("5")
    @Min(1)
    int maxAttempts();

    /** Longest sleep while nothing is due; how late a task scheduled by another process is seen. */
    @WithDefault("PT1S")
    @DurationMin(millis = 10)
    @DurationMax(seconds = 60)
    Duration maxPoll();
  }

  /** The scan of the rows that needs no queue. */
  interface Sweep {
    /** Whether this process sweeps. */
    @WithDefault("true")
    boolean enabled();

    /** How often it looks. */
    @WithDefault("PT1S")
    @DurationMin(millis = 100)
    Duration every();

    /** How long past due a row must be before the sweep takes it from a working queue. */
    @WithDefault("PT1.5S")
    @DurationMin(millis = 100)
    Duration grace();
  }

  /** The full comparison of rows and queue. */
  interface Reconcile {
    /** Rows compared at a time; bounds its memory. */
    @WithDefault("1000")
    @Min(10)
    @Max(5000)
    int pageSize();

    /**
     * How long after the first look a difference is looked at again before it counts. Long enough
     * for whatever is on its way to arrive; shorter, a busy system shows findings that are none.
     */
    @WithDefault("PT2S")
    @DurationMin(millis = 100)
    Duration secondLookAfter();
  }
}
