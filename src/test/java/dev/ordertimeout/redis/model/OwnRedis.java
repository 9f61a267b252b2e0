package dev.ordertimeout.redis.model;

import dev.ordertimeout.support.ExtraRedis;
import dev.ordertimeout.support.TestServers;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;

/** A Redis that is nobody else's, for histories that wipe it as they please, and a client to it. */
record OwnRedis(ExtraRedis server, Vertx vertx, Redis client) implements AutoCloseable {

  static OwnRedis start() {
    ExtraRedis server = TestServers.startExtraRedis();
    Vertx vertx = Vertx.vertx();
    String address = "redis://%s:%d".formatted(TestServers.redisHost(), server.port());
    RedisOptions options = new RedisOptions().setConnectionString(address);
    return new OwnRedis(
        server, vertx, Redis.createClient(vertx, options.setProtocolNegotiation(false)));
  }

  @Override
  public void close() {
    client.close();
    vertx.close();
    server.close();
  }
}
