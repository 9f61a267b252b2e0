package dev.ordertimeout.redis;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.ordertimeout.platform.OrderTimeoutConfig;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Spells every key, and nobody else does: {@code {<prefix>:<shard>}:<KIND>:<part>}. What is in
 * braces is Redis Cluster's hash tag, so all keys of a shard live on one node.
 */
@Singleton
public class RedisKeys {
  /** Most tasks in one script call: keeps every call short, and below what Lua can unpack. */
  static final int BATCH = 500;

  /** No deployment can have had more. */
  static final int MOST_SHARDS = OrderTimeoutConfig.Queue.MOST_SHARDS;

  private final String prefix;
  private final int shards;

  @Inject
  public RedisKeys(OrderTimeoutConfig config) {
    this(config.queue().prefix(), config.queue().shards());
  }

  public RedisKeys(String prefix, int shards) {
    this.prefix = prefix;
    this.shards = shards;
  }

  public int shards() {
    return shards;
  }

  public Slot slot(int shard, TaskKind kind) {
    return new Slot("{" + prefix + ":" + shard + "}:" + kind);
  }

  public Slot slotOf(TaskId id) {
    return slot(Math.floorMod(id.orderId().hashCode(), shards), id.kind());
  }

  /** A string that lives for a millisecond, to find out whether the shard takes writes. */
  String probe(int shard) {
    return "{" + prefix + ":" + shard + "}:probe";
  }

  /** For people: where the malformed members are. */
  String malformedPattern() {
    return "{" + prefix + ":*}:*:" + Part.MALFORMED.spelled();
  }

  /** The items by slot, in batches that one script call takes. */
  <T> List<Batch<T>> batches(Collection<T> items, Function<T, TaskId> id) {
    return items.stream()
        .collect(groupingBy(item -> slotOf(id.apply(item)), LinkedHashMap::new, toList()))
        .entrySet()
        .stream()
        .flatMap(
            slot ->
                IntStream.iterate(0, from -> from < slot.getValue().size(), from -> from + BATCH)
                    .mapToObj(from -> Batch.of(slot.getKey(), slot.getValue(), from)))
        .toList();
  }

  /** What a slot consists of. */
  public enum Part {
    /** ZSET: member to due time, ms since 1970. */
    DUE,
    /** ZSET: member to lease end, ms since 1970. */
    LEASED,
    /**
     * HASH: member to {@code attempts|first due time|token}; no token while waiting for a retry.
     */
    CLAIMS,
    /** ZSET: members that name no task, to when they were set aside, ms since 1970. */
    MALFORMED,
    /** Whatever stood, with another type, in the place of one of the others; the latest. */
    SET_ASIDE;

    String spelled() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The keys of one kind in one shard. */
  public record Slot(String stem) {
    public String key(Part part) {
      return stem + ":" + part.spelled();
    }
  }

  /** Some items of one slot, at most {@link #BATCH}. */
  record Batch<T>(Slot slot, List<T> items) {
    private static <T> Batch<T> of(Slot slot, List<T> all, int from) {
      return new Batch<>(slot, all.subList(from, Math.min(from + BATCH, all.size())));
    }
  }
}
