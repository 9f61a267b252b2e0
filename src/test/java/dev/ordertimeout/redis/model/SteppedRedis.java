package dev.ordertimeout.redis.model;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A real server whose scripts read a clock that only the test moves, and which dies in the middle
 * of a round trip when told to. All else passes through.
 */
final class SteppedRedis implements Redis {
  private final Redis server;
  private final UnaryOperator<String> scripts;
  private final Map<String, SteppedScript> known = new HashMap<>();
  private final List<String> ran = new ArrayList<>();
  private long clockMs;
  private @Nullable Cut cut;
  private boolean resent;

  /**
   * @param scripts given a script's text, returns the text to run: the same, or one broken on
   *     purpose
   */
  SteppedRedis(Redis server, UnaryOperator<String> scripts) {
    this.server = server;
    this.scripts = scripts;
  }

  /**
   * A round trip begins.
   *
   * @param clockMs what the server's clock shows, ms since 1970
   */
  synchronized void begin(long clockMs, @Nullable Cut cut) {
    this.clockMs = clockMs;
    this.cut = cut;
    ran.clear();
    resent = false;
  }

  /** The verbs of the scripts that ran since, in the order in which each began. */
  synchronized Set<String> ran() {
    return new LinkedHashSet<>(ran);
  }

  /** Whether the round trip was cut. */
  synchronized boolean wasCut() {
    return cut != null && ran.size() > cut.call();
  }

  /** Whether a script had to be sent again, because the server did not know it. */
  synchronized boolean resent() {
    return resent;
  }

  /** The server restarted, and knows no script. */
  synchronized void forgetScripts() {
    known.clear();
  }

  @Override
  public Future<RedisConnection> connect() {
    return server.connect().map(connection -> new SteppedConnection(connection, this));
  }

  @Override
  public Future<Response> send(Request request) {
    return server.send(request);
  }

  @Override
  public Future<List<Response>> batch(List<Request> requests) {
    return server.batch(requests);
  }

  @Override
  public void close() {
    server.close();
  }

  synchronized Future<Response> send(RedisConnection connection, Request request) {
    if (wasCut()) {
      return Future.failedFuture("the server died");
    }
    List<String> words = RequestWords.of(request);
    if (request.command().equals(Command.EVALSHA)) {
      SteppedScript script = known.get(words.get(0));
      if (script == null) {
        resent = true;
        return Future.failedFuture(ErrorType.create("NOSCRIPT No matching script."));
      }
      return run(connection, Request.cmd(Command.EVALSHA).arg(script.sha1()), script, words);
    }
    if (request.command().equals(Command.EVAL)) {
      SteppedScript script = SteppedScript.of(scripts.apply(words.get(0)));
      known.put(SteppedScript.sha1(words.get(0)), script);
      return run(connection, Request.cmd(Command.EVAL).arg(script.text()), script, words);
    }
    return connection.send(request);
  }

  private Future<Response> run(
      RedisConnection connection, Request stepped, SteppedScript script, List<String> words) {
    ran.add(script.verb());
    words.subList(1, words.size()).forEach(stepped::arg);
    stepped.arg(wasCut() ? cut.writes() : -1).arg(clockMs);
    Future<Response> reply = connection.send(stepped);
    return wasCut() ? reply.compose(lost -> Future.failedFuture("the reply was lost")) : reply;
  }
}
