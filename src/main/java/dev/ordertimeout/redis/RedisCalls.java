package dev.ordertimeout.redis;

import dev.ordertimeout.task.QueueUnavailableException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Sends to Redis and waits for the answers, for a bounded time; whatever goes wrong becomes a
 * {@link QueueUnavailableException}. Goes past the circuit: what may be asked while Redis is out is
 * for {@link GuardedCalls} to say.
 */
@ApplicationScoped
@Typed(RedisCalls.class)
public class RedisCalls implements Calls {
  private static final Logger LOG = Logger.getLogger(RedisCalls.class);

  /** Most calls under way on one connection; the client refuses beyond 2048. */
  private static final int WINDOW = 1000;

  private final Redis redis;
  private final Duration timeout;

  public RedisCalls(
      Redis redis,
      @ConfigProperty(name = "quarkus.redis.timeout", defaultValue = "1s") Duration timeout) {
    this.redis = redis;
    this.timeout = timeout;
  }

  @Override
  public Response send(Request request) {
    return await(connection -> connection.send(request), request.command().toString());
  }

  /** Those whose script the server does not know are sent again, with its text. */
  @Override
  public Replies run(List<ScriptCall> calls) {
    if (calls.isEmpty()) {
      return Replies.NONE;
    }
    List<List<ScriptCall>> windows =
        IntStream.iterate(0, from -> from < calls.size(), from -> from + WINDOW)
            .mapToObj(from -> calls.subList(from, Math.min(from + WINDOW, calls.size())))
            .toList();
    return await(
        connection -> {
          Future<Replies> replies = Future.succeededFuture(Replies.NONE);
          for (List<ScriptCall> window : windows) {
            replies =
                replies.compose(before -> runWindow(connection, window).map(before::followedBy));
          }
          return replies;
        },
        calls.get(0).script().verb());
  }

  private static Future<Replies> runWindow(RedisConnection connection, List<ScriptCall> calls) {
    List<Future<Response>> sent =
        calls.stream().map(call -> connection.send(call.byDigest())).toList();
    return Future.join(sent).transform(all -> sendUnknownAgain(connection, calls, sent));
  }

  private static Future<Replies> sendUnknownAgain(
      RedisConnection connection, List<ScriptCall> calls, List<Future<Response>> sent) {
    boolean resent = false;
    List<Future<Response>> answers = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      ScriptCall call = calls.get(i);
      Future<Response> answer = sent.get(i);
      if (answer.failed() && String.valueOf(answer.cause().getMessage()).startsWith("NOSCRIPT")) {
        answer = connection.send(call.byText());
        resent = true;
      }
      answers.add(answer.recover(cause -> Future.failedFuture(failure(call.toString(), cause))));
    }
    boolean anyResent = resent;
    return Future.join(answers)
        .map(all -> new Replies(answers.stream().map(Future::result).toList(), anyResent));
  }

  private <T> T await(Function<RedisConnection, Future<T>> exchange, String what) {
    if (Context.isOnEventLoopThread()) {
      throw new IllegalStateException("would block an event loop: " + what);
    }
    // A connection that comes too late is not used: nobody would hear the answer.
    AtomicBoolean givenUp = new AtomicBoolean();
    Future<T> answer =
        redis
            .connect()
            .compose(
                connection ->
                    (givenUp.get()
                            ? Future.<T>failedFuture("given up")
                            : exchange.apply(silenced(connection)))
                        .onComplete(done -> connection.close()));
    try {
      return answer
          .toCompletionStage()
          .toCompletableFuture()
          .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failure(what, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw failure(what, new TimeoutException("no answer within " + timeout.toMillis() + " ms"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(what, e);
    } finally {
      givenUp.set(true);
    }
  }

  /** Whoever uses a lost connection learns of it; one that idles in the pool is no news. */
  private static RedisConnection silenced(RedisConnection connection) {
    return connection.exceptionHandler(lost -> LOG.debug("connection lost", lost));
  }

  private static QueueUnavailableException failure(String what, Throwable cause) {
    if (cause instanceof QueueUnavailableException known) {
      return new QueueUnavailableException(String.valueOf(known.getMessage()), known);
    }
    String why = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return new QueueUnavailableException("Redis: " + what + ": " + why, cause);
  }
}
