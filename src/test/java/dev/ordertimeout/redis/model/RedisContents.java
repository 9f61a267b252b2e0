package dev.ordertimeout.redis.model;

import static dev.ordertimeout.redis.RedisKeys.Part.CLAIMS;
import static dev.ordertimeout.redis.RedisKeys.Part.DUE;
import static dev.ordertimeout.redis.RedisKeys.Part.LEASED;

import dev.ordertimeout.redis.RedisKeys;
import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.redis.RedisKeys.Slot;
import dev.ordertimeout.redis.model.Standing.Hold;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;

/** Reads and sets all that Redis holds of the queue, past the queue. */
final class RedisContents {
  private static final List<Part> PARTS = List.of(DUE, LEASED, CLAIMS, Part.MALFORMED);

  private static final String READ = SteppedScript.read("/model/contents.lua");
  private static final long PATIENCE_S = 10;

  private final Redis server;
  private final RedisKeys keys;

  RedisContents(Redis server, RedisKeys keys) {
    this.server = server;
    this.keys = keys;
  }

  /** By task; those of which nothing is held are not in it. */
  Map<TaskId, Standing> read() {
    List<Slot> slots = new ArrayList<>();
    Request request = Request.cmd(Command.EVAL).arg(READ);
    request.arg(PARTS.size() * keys.shards() * TaskKind.values().length);
    for (int shard = 0; shard < keys.shards(); shard++) {
      for (TaskKind kind : TaskKind.values()) {
        Slot slot = keys.slot(shard, kind);
        slots.add(slot);
        PARTS.forEach(part -> request.arg(slot.key(part)));
      }
    }
    Response reply = send(request);
    Map<TaskId, Standing> contents = new HashMap<>();
    for (int i = 0; i < slots.size(); i++) {
      TaskKind kind = TaskKind.values()[i % TaskKind.values().length];
      add(contents, kind, reply.get(4 * i), (entry, at) -> entry.due(ms(at)));
      add(contents, kind, reply.get(4 * i + 1), (entry, at) -> entry.leased(ms(at)));
      add(contents, kind, reply.get(4 * i + 2), (entry, by) -> entry.held(Hold.parse(by)));
      Violation.unlessSame("members set aside", 0, reply.get(4 * i + 3).size());
    }
    return contents;
  }

  /** Redis holds this and nothing else. */
  void set(Map<TaskId, Standing> contents) {
    send(Request.cmd(Command.FLUSHALL));
    contents.forEach(
        (task, entry) -> {
          Slot slot = keys.slotOf(task);
          if (entry.dueAtMs() != null) {
            send(Request.cmd(Command.ZADD, slot.key(DUE), entry.dueAtMs(), task.member()));
          }
          if (entry.leaseEndMs() != null) {
            send(Request.cmd(Command.ZADD, slot.key(LEASED), entry.leaseEndMs(), task.member()));
          }
          if (entry.hold() != null) {
            String written = entry.hold().written();
            send(Request.cmd(Command.HSET, slot.key(CLAIMS), task.member(), written));
          }
        });
  }

  /** In all shards. */
  void delete(TaskKind kind, Part part) {
    for (int shard = 0; shard < keys.shards(); shard++) {
      send(Request.cmd(Command.DEL, keys.slot(shard, kind).key(part)));
    }
  }

  private static void add(
      Map<TaskId, Standing> contents,
      TaskKind kind,
      Response pairs,
      BiFunction<Standing, String, Standing> with) {
    for (int i = 0; i < pairs.size(); i += 2) {
      TaskId task = TaskId.parse(kind, pairs.get(i).toString()).orElseThrow();
      Standing entry = contents.getOrDefault(task, Standing.NONE);
      contents.put(task, with.apply(entry, pairs.get(i + 1).toString()));
    }
  }

  private static long ms(String score) {
    return (long) Double.parseDouble(score);
  }

  private Response send(Request request) {
    Future<Response> reply = server.send(request);
    try {
      return reply.toCompletionStage().toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
