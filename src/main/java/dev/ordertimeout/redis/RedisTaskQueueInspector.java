package dev.ordertimeout.redis;

import dev.ordertimeout.redis.RedisKeys.Batch;
import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
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

  /** A malformed member may be of any length; it is only shown. */
  private static final int SHOWN = 256;

  private final RedisCalls redis;
  private final RedisKeys keys;

  public RedisTaskQueueInspector(RedisCalls redis, RedisKeys keys) {
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
  public Page scan(TaskKind kind, @Nullable String cursor) {
    ScanCursor at = ScanCursor.of(cursor);
    Response reply = scan(kind, at);
    List<Task> entries = new ArrayList<>();
    List<String> malformed = new ArrayList<>();
    Response page = reply.get(1);
    for (int i = 0; i < page.size(); i += 2) {
      String member = page.get(i).toString();
      long dueAtMs = Score.toMs(page.get(i + 1).toString());
      TaskId.parse(kind, member)
          .ifPresentOrElse(
              id -> entries.add(new Task(id, dueAtMs)), () -> malformed.add(shown(member)));
    }
    return new Page(entries, malformed, at.next(reply.get(0).toString(), keys.shards()));
  }

  /** By the bytes themselves: a malformed member need not be text. */
  @Override
  public int removeMalformed(TaskKind kind, @Nullable String cursor) {
    ScanCursor at = ScanCursor.of(cursor);
    Request remove = Request.cmd(Command.ZREM).arg(keys.slot(at.step(), kind).key(Part.DUE));
    Response page = scan(kind, at).get(1);
    boolean any = false;
    for (int i = 0; i < page.size(); i += 2) {
      if (TaskId.parse(kind, page.get(i).toString()).isEmpty()) {
        remove.arg(page.get(i).toBytes());
        any = true;
      }
    }
    return any ? redis.send(remove).toInteger() : 0;
  }

  private Response scan(TaskKind kind, ScanCursor at) {
    return redis.send(
        Request.cmd(Command.ZSCAN)
            .arg(keys.slot(at.step(), kind).key(Part.DUE))
            .arg(at.position())
            .arg("COUNT")
            .arg(PAGE));
  }

  private static String shown(String member) {
    return member.substring(0, Math.min(SHOWN, member.length()));
  }

  @Override
  public OrphanPage scanOrphans(TaskKind kind, @Nullable String cursor, boolean repair) {
    ScanCursor at = ScanCursor.of(cursor);
    ScriptCall call =
        TaskCalls.orphans(
            keys.slot(at.step() / 2, kind),
            at.step() % 2 == 0 ? "claims" : "leased",
            at.position(),
            PAGE,
            repair);
    Response reply = redis.run(List.of(call)).all().get(0);
    Set<String> members = new LinkedHashSet<>();
    for (int i = 2; i < reply.size(); i++) {
      members.add(shown(reply.get(i).toString()));
    }
    return new OrphanPage(
        members, reply.get(1).toInteger(), at.next(reply.get(0).toString(), 2 * keys.shards()));
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
