package dev.ordertimeout.redis;

import dev.ordertimeout.redis.RedisKeys.Batch;
import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueueInspector;
import io.vertx.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Looks into the queue on Redis; see the port. */
@ApplicationScoped
public class RedisTaskQueueInspector implements TaskQueueInspector {
  private static final int PAGE = 500;

  private final Calls redis;
  private final RedisKeys keys;

  public RedisTaskQueueInspector(Calls redis, RedisKeys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  @Override
  public List<Entry> lookUp(List<TaskId> tasks) {
    List<Batch<TaskId>> batches = keys.batches(tasks, id -> id);
    List<Response> replies = redis.run(batches.stream().map(TaskCalls::lookUp).toList()).all();
    Map<TaskId, Entry> found = new HashMap<>();
    for (int i = 0; i < batches.size(); i++) {
      List<TaskId> items = batches.get(i).items();
      for (int j = 0; j < items.size(); j++) {
        found.put(items.get(j), entry(items.get(j), replies.get(i), 3 * j));
      }
    }
    return tasks.stream().map(found::get).toList();
  }

  private static Entry entry(TaskId id, Response reply, int at) {
    return new Entry(
        id,
        Entry.State.valueOf(reply.get(at).toString()),
        Score.toMs(reply.get(at + 1).toString()),
        reply.get(at + 2).toInteger());
  }

  @Override
  public int moveIfUnchanged(Collection<Move> moves) {
    return redis
        .run(keys.batches(moves, Move::id).stream().map(TaskCalls::moveIfUnchanged).toList())
        .total();
  }

  @Override
  public int removeIfUnchanged(Collection<Task> entries) {
    return redis
        .run(keys.batches(entries, Task::id).stream().map(TaskCalls::removeIfUnchanged).toList())
        .total();
  }

  @Override
  public int undoIfUnchanged(Collection<Undo> undos) {
    return redis
        .run(
            keys.batches(undos, undo -> undo.seen().id()).stream()
                .map(TaskCalls::undoIfUnchanged)
                .toList())
        .total();
  }

  @Override
  public Page scan(TaskKind kind, @Nullable String cursor) {
    return entries(Part.DUE).page(kind, cursor);
  }

  @Override
  public int removeMalformed(TaskKind kind, @Nullable String cursor) {
    return entries(Part.DUE).removeMalformed(kind, cursor);
  }

  @Override
  public Page scanLeases(TaskKind kind, @Nullable String cursor, boolean repair) {
    Page page = entries(Part.LEASED).page(kind, cursor);
    if (repair && !page.malformed().isEmpty()) {
      entries(Part.LEASED).removeMalformed(kind, cursor);
    }
    return page;
  }

  private EntryScan entries(Part part) {
    return new EntryScan(redis::send, keys, part);
  }

  @Override
  public OrphanPage scanOrphans(TaskKind kind, @Nullable String cursor, boolean repair) {
    ScanCursor at = ScanCursor.of(cursor);
    ScriptCall call = TaskCalls.orphans(keys.slot(at.step(), kind), at.position(), PAGE, repair);
    Response reply = redis.run(List.of(call)).all().get(0);
    Set<String> members = new LinkedHashSet<>();
    for (int i = 2; i < reply.size(); i++) {
      members.add(EntryScan.shown(reply.get(i).toString()));
    }
    return new OrphanPage(
        members, reply.get(1).toInteger(), at.next(reply.get(0).toString(), keys.shards()));
  }

  /** By a claim of nothing. */
  @Override
  public List<String> setAsideForeignKeys() {
    Map<TaskKind, Integer> nothing = new EnumMap<>(TaskKind.class);
    for (TaskKind kind : TaskKind.values()) {
      nothing.put(kind, 0);
    }
    ClaimCalls claim =
        new ClaimCalls(new ClaimRequest(nothing, Duration.ZERO, 0), "nobody", 0, keys);
    return ClaimCalls.keysSetAside(redis.run(claim.calls()).all());
  }

  @Override
  public int beyondShards(TaskKind kind, boolean repair) {
    return redis
        .run(
            IntStream.range(keys.shards(), RedisKeys.MOST_SHARDS)
                .mapToObj(shard -> TaskCalls.beyondShards(keys.slot(shard, kind), repair))
                .toList())
        .total();
  }

  @Override
  public Map<TaskKind, Counts> counts(long clockDifferenceMs) {
    TaskKind[] kinds = TaskKind.values();
    List<ScriptCall> calls =
        IntStream.range(0, kinds.length * keys.shards())
            .mapToObj(i -> keys.slot(i / kinds.length, kinds[i % kinds.length]))
            .map(slot -> TaskCalls.counts(slot, clockDifferenceMs))
            .toList();
    List<Response> replies = redis.run(calls).all();
    Map<TaskKind, Counts> counts = new EnumMap<>(TaskKind.class);
    for (int i = 0; i < replies.size(); i++) {
      counts.merge(kinds[i % kinds.length], counts(replies.get(i)), RedisTaskQueueInspector::sum);
    }
    return counts;
  }

  private static Counts counts(Response reply) {
    return new Counts(
        reply.get(0).toLong(),
        reply.get(1).toLong(),
        reply.get(2).toLong(),
        reply.get(3).toLong(),
        reply.get(4).toLong(),
        reply.get(5).toLong());
  }

  private static Counts sum(Counts a, Counts b) {
    return new Counts(
        a.scheduled() + b.scheduled(),
        a.due() + b.due(),
        a.leased() + b.leased(),
        a.retrying() + b.retrying(),
        a.malformed() + b.malformed(),
        Math.max(a.oldestDueAgeMs(), b.oldestDueAgeMs()));
  }
}
