package dev.ordertimeout.faults;

import dev.ordertimeout.support.ExtraRedis;
import dev.ordertimeout.support.RedisConsole;
import dev.ordertimeout.support.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What can happen to Redis and on the way to it: it vanishes, hangs, refuses, forgets, or lies. */
final class RedisFaults {
  private final Deployment deployment;
  private ExtraRedis other;

  RedisFaults(Deployment deployment) {
    this.deployment = deployment;
  }

  /** All of them. */
  List<Fault> all() {
    return List.of(
        new Fault("Redis killed", TestServers::killRedis, TestServers::startRedis),
        new Fault("Redis frozen", TestServers::freezeRedis, TestServers::thawRedis),
        command("Redis wiped", "FLUSHALL"),
        new Fault("Redis restarted empty", this::stopEmpty, TestServers::startRedis),
        new Fault("Redis rolled back", this::rollBack, Fault.Action.NOTHING),
        new Fault("schedules rolled back", this::rollBackSchedules, Fault.Action.NOTHING),
        new Fault("leases and claims lost", this::loseClaims, Fault.Action.NOTHING),
        new Fault("due timers lost", () -> delete(":due"), Fault.Action.NOTHING),
        new Fault(
            "out of memory",
            () -> RedisConsole.once("CONFIG", "SET", "maxmemory", "1mb"),
            () -> RedisConsole.once("CONFIG", "SET", "maxmemory", "0")),
        new Fault("evicting", this::evict, this::evictNoMore),
        new Fault(
            "read-only",
            () -> RedisConsole.once("REPLICAOF", "127.0.0.1", "1"),
            () -> RedisConsole.once("REPLICAOF", "NO", "ONE")),
        new Fault("loading another's data", this::loadAnothers, this::loadNoMore),
        new Fault("busy with a script", this::keepBusy, () -> RedisConsole.once("SCRIPT", "KILL")),
        command("scripts forgotten", "SCRIPT", "FLUSH"),
        command("clients killed", "CLIENT", "KILL", "TYPE", "normal"),
        new Fault("keys of the wrong type", this::overwrite, Fault.Action.NOTHING),
        new Fault(
            "Redis cut off", () -> deployment.redis().swallow(), () -> deployment.redis().heal()),
        new Fault(
            "Redis refused", () -> deployment.redis().refuse(), () -> deployment.redis().heal()),
        new Fault(
            "Redis slow",
            () -> deployment.redis().delay(Duration.ofMillis(300)),
            () -> deployment.redis().heal()),
        new Fault(
            "replies lost",
            () -> deployment.redis().cutReplies(20),
            () -> deployment.redis().heal()));
  }

  private static Fault command(String name, String... command) {
    return new Fault(name, () -> RedisConsole.once(command), Fault.Action.NOTHING);
  }

  private void stopEmpty() {
    RedisConsole.once("FLUSHALL");
    TestServers.stopRedis();
  }

  private void rollBack() {
    try (RedisConsole console = RedisConsole.open()) {
      snapshot(console, console.keys());
      Trial.pause(Duration.ofSeconds(10));
      console.run("FLUSHDB");
      console.run("SWAPDB", "0", "1");
    }
  }

  private void rollBackSchedules() {
    try (RedisConsole console = RedisConsole.open()) {
      List<String> schedules = console.keys().stream().filter(key -> key.endsWith(":due")).toList();
      snapshot(console, schedules);
      Trial.pause(Duration.ofSeconds(3));
      console.run("SELECT", "1");
      schedules.forEach(key -> console.run("COPY", key, key, "DB", "0", "REPLACE"));
      console.run("FLUSHDB");
    }
  }

  private static void snapshot(RedisConsole console, List<String> keys) {
    console.run("SELECT", "1");
    console.run("FLUSHDB");
    console.run("SELECT", "0");
    keys.forEach(key -> console.run("COPY", key, key, "DB", "1"));
  }

  private void loseClaims() {
    for (int i = 0; i < 50; i++) {
      delete(":leased");
      delete(":claims");
      Trial.pause(Duration.ofMillis(20));
    }
  }

  private static void delete(String end) {
    try (RedisConsole console = RedisConsole.open()) {
      console.keys().stream()
          .filter(key -> key.endsWith(end))
          .forEach(key -> console.run("DEL", key));
    }
  }

  private void overwrite() {
    try (RedisConsole console = RedisConsole.open()) {
      console.keys().forEach(key -> console.run("SET", key, "not what was here"));
    }
  }

  private void evict() {
    try (RedisConsole console = RedisConsole.open()) {
      console.run("CONFIG", "SET", "maxmemory-policy", "allkeys-random");
      console.run("CONFIG", "SET", "maxmemory", "1mb");
    }
  }

  private void evictNoMore() {
    try (RedisConsole console = RedisConsole.open()) {
      console.run("CONFIG", "SET", "maxmemory", "0");
      console.run("CONFIG", "SET", "maxmemory-policy", "noeviction");
    }
  }

  /**
   * A replica of an unrelated server, slow to load: LOADING, then READONLY, and the data is gone.
   */
  private void loadAnothers() {
    other = TestServers.startExtraRedis();
    try (RedisConsole theirs = RedisConsole.open(other.port());
        RedisConsole ours = RedisConsole.open()) {
      theirs.run("CONFIG", "SET", "repl-diskless-sync-delay", "0");
      theirs.run(
          "EVAL", "for i = 1, 3000 do redis.call('SET', 'k' .. i, string.rep('x', 1000)) end", "0");
      ours.run("CONFIG", "SET", "key-load-delay", "1000");
      ours.run("CONFIG", "SET", "loading-process-events-interval-bytes", "1024");
      ours.run("REPLICAOF", "127.0.0.1", Integer.toString(other.port()));
    }
  }

  private void loadNoMore() {
    try (RedisConsole ours = RedisConsole.open()) {
      ours.run("CONFIG", "SET", "key-load-delay", "0");
      while (String.valueOf(ours.run("INFO", "persistence")).contains("loading:1")) {
        Trial.pause(Duration.ofMillis(50));
      }
      ours.run("REPLICAOF", "NO", "ONE");
      ours.run("FLUSHALL");
    }
    other.close();
  }

  private void keepBusy() {
    RedisConsole.once("CONFIG", "SET", "lua-time-limit", "50");
    CompletableFuture.runAsync(() -> RedisConsole.once("EVAL", "while true do end", "0"));
  }
}
