package dev.ordertimeout.redis;

import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.redis.RedisKeys.Slot;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector.Page;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the due entries or the leases page by page, over all shards, and tells apart what does not
 * belong where it stands.
 *
 * @param part a ZSET: due or leased
 */
record EntryScan(Sender redis, RedisKeys keys, Part part) {

  /** Sends one command and waits for its answer. */
  interface Sender {
    Response send(Request request);
  }

  private static final int PAGE = 500;

  /** A malformed member may be of any length; it is only shown. */
  static final int SHOWN = 256;

  /** One page; null begins. */
  Page page(TaskKind kind, @Nullable String cursor) {
    ScanCursor at = ScanCursor.of(cursor);
    Response reply = read(kind, at);
    Response page = reply.get(1);
    List<Task> entries = new ArrayList<>();
    List<String> malformed = new ArrayList<>();
    for (int i = 0; i < page.size(); i += 2) {
      long atMs = Score.toMs(page.get(i + 1).toString());
      String member = page.get(i).toString();
      place(kind, at, member)
          .ifPresentOrElse(
              id -> entries.add(new Task(id, atMs)), () -> malformed.add(shown(member)));
    }
    return new Page(entries, malformed, at.next(reply.get(0).toString(), keys.shards()));
  }

  /**
   * Removes what does not belong in that page, with what is known of its attempts. By the bytes
   * themselves: a malformed member need not be text.
   *
   * @return how many were removed
   */
  int removeMalformed(TaskKind kind, @Nullable String cursor) {
    ScanCursor at = ScanCursor.of(cursor);
    Response page = read(kind, at).get(1);
    List<byte[]> malformed = new ArrayList<>();
    for (int i = 0; i < page.size(); i += 2) {
      if (place(kind, at, page.get(i).toString()).isEmpty()) {
        malformed.add(page.get(i).toBytes());
      }
    }
    if (malformed.isEmpty()) {
      return 0;
    }
    Slot slot = keys.slot(at.step(), kind);
    redis.send(request(Command.HDEL, slot.key(Part.CLAIMS), malformed));
    return redis.send(request(Command.ZREM, slot.key(part), malformed)).toInteger();
  }

  static String shown(String member) {
    return member.substring(0, Math.min(SHOWN, member.length()));
  }

  private static Request request(Command command, String key, List<byte[]> members) {
    Request request = Request.cmd(command).arg(key);
    members.forEach(request::arg);
    return request;
  }

  private Optional<TaskId> place(TaskKind kind, ScanCursor at, String member) {
    Slot here = keys.slot(at.step(), kind);
    return TaskId.parse(kind, member).filter(id -> keys.slotOf(id).equals(here));
  }

  private Response read(TaskKind kind, ScanCursor at) {
    return redis.send(
        Request.cmd(Command.ZSCAN)
            .arg(keys.slot(at.step(), kind).key(part))
            .arg(at.position())
            .arg("COUNT")
            .arg(PAGE));
  }
}
