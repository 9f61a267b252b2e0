package dev.ordertimeout.redis;

import dev.ordertimeout.task.QueueUnavailableException;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;

/** What the queue asks of Redis. Blocks for a bounded time, so never on an event loop. */
interface Calls {

  /**
   * Sends one command.
   *
   * @throws QueueUnavailableException whatever goes wrong
   */
  Response send(Request request);

  /**
   * Runs the calls over one connection, without waiting for one before sending the next, and each
   * shard's in the order given.
   *
   * @throws QueueUnavailableException whatever goes wrong; the others of the calls may have run
   */
  Replies run(List<ScriptCall> calls);
}
