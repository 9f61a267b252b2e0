package dev.ordertimeout.redis.model;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection to a {@link SteppedRedis}. */
record SteppedConnection(RedisConnection connection, SteppedRedis redis)
    implements RedisConnection {

  @Override
  public Future<Response> send(Request request) {
    return redis.send(connection, request);
  }

  @Override
  public Future<List<Response>> batch(List<Request> requests) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RedisConnection exceptionHandler(@Nullable Handler<Throwable> handler) {
    connection.exceptionHandler(handler);
    return this;
  }

  @Override
  public RedisConnection handler(@Nullable Handler<Response> handler) {
    connection.handler(handler);
    return this;
  }

  @Override
  public RedisConnection pause() {
    connection.pause();
    return this;
  }

  @Override
  public RedisConnection resume() {
    connection.resume();
    return this;
  }

  @Override
  public RedisConnection fetch(long amount) {
    connection.fetch(amount);
    return this;
  }

  @Override
  public RedisConnection endHandler(@Nullable Handler<Void> handler) {
    connection.endHandler(handler);
    return this;
  }

  @Override
  public Future<Void> close() {
    return connection.close();
  }

  @Override
  public boolean pendingQueueFull() {
    return connection.pendingQueueFull();
  }
}
