package dev.ordertimeout.reconcile;

import static dev.ordertimeout.redis.RedisImage.parts;
import static dev.ordertimeout.redis.RedisKeys.Part.CLAIMS;
import static dev.ordertimeout.redis.RedisKeys.Part.DUE;
import static dev.ordertimeout.redis.RedisKeys.Part.LEASED;

import dev.ordertimeout.redis.QueueFixture;
import dev.ordertimeout.redis.RedisImage;
import dev.ordertimeout.redis.RedisImage.Snapshot;
import dev.ordertimeout.support.TestServers;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import io.vertx.redis.client.Command;
import java.util.UUID;

/** The ways in which Redis loses what it held. */
enum Loss {
  FLUSHALL {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      redis.clear();
    }
  },
  EMPTY_RESTART {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      redis.clear();
      TestServers.stopRedis();
      TestServers.startRedis();
    }
  },
  DUE_DELETED {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      image.delete(parts(DUE));
    }
  },
  LEASED_DELETED {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      image.delete(parts(LEASED));
    }
  },
  CLAIMS_DELETED {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      image.delete(parts(CLAIMS));
    }
  },
  /** Memory is full, and the policy throws any key away to make room. */
  EVICTED {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      String key = redis.key(TaskKind.CANCEL_UNPAID, DUE);
      redis.send(Command.ZADD, key, "inf", MARK);
      config(redis, "maxmemory-policy", "allkeys-random");
      config(redis, "maxmemory", "3mb");
      try {
        for (int i = 0; redis.send(Command.ZSCORE, key, MARK) != null; i++) {
          if (i > 20_000) {
            throw new AssertionError("the queue was not evicted");
          }
          redis.send(Command.SET, "filler-" + i, "x".repeat(20_000));
        }
      } finally {
        config(redis, "maxmemory", "0");
        config(redis, "maxmemory-policy", "noeviction");
      }
    }
  },
  /** A snapshot from before: what was paid since reappears, what is new is not there. */
  ROLLED_BACK {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      image.bringBack(before, key -> true);
    }
  },
  SCHEDULES_ROLLED_BACK {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      image.bringBack(before, parts(DUE));
    }
  },
  CLAIMS_ROLLED_BACK {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      image.bringBack(before, parts(CLAIMS, LEASED));
    }
  },
  LEASES_ROLLED_BACK {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      image.bringBack(before, parts(LEASED));
    }
  },
  SCRIPTS_FLUSHED {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      redis.send(Command.SCRIPT, "FLUSH");
    }
  },
  /** Somebody writes something else where the queue keeps its own. */
  OVERWRITTEN {
    @Override
    void strike(QueueFixture redis, RedisImage image, Snapshot before) {
      redis.send(Command.SET, redis.key(TaskKind.CANCEL_UNPAID, DUE), "oops");
      redis.send(Command.SET, redis.key(TaskKind.CANCEL_UNPAID, CLAIMS), "oops");
      redis.send(Command.SET, redis.key(TaskKind.SUBSIDY, LEASED), "oops");
    }
  };

  private static final String MARK = TaskId.cancelUnpaid(new UUID(0, 99)).member();

  /**
   * @param before taken a while ago
   */
  abstract void strike(QueueFixture redis, RedisImage image, Snapshot before);

  private static void config(QueueFixture redis, String item, String value) {
    redis.send(Command.CONFIG, "SET", item, value);
  }
}
