package dev.ordertimeout.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A Redis Cluster of three masters, without replicas: Debian's redis-server. */
public final class RedisCluster implements AutoCloseable {
  public static final String NEEDS = "needs Debian's package redis-server";

  private static final Path REDIS = Path.of("/usr/bin/redis-server");
  private static final int SLOTS = 16_384;
  private static final int MASTERS = 3;

  private final List<Node> nodes = new ArrayList<>();

  private RedisCluster() {}

  public static boolean isPossible() {
    return Files.exists(REDIS);
  }

  /** Returns when all slots are served. */
  public static RedisCluster start() {
    RedisCluster cluster = new RedisCluster();
    for (int i = 0; i < MASTERS; i++) {
      Node node = new Node(FreePort.next(), newFolder());
      node.start();
      cluster.nodes.add(node);
    }
    cluster.join();
    return cluster;
  }

  private void join() {
    for (int i = 0; i < MASTERS; i++) {
      try (RedisConsole console = RedisConsole.open(nodes.get(i).port)) {
        console.run(
            "CLUSTER",
            "ADDSLOTSRANGE",
            Integer.toString(SLOTS * i / MASTERS),
            Integer.toString(SLOTS * (i + 1) / MASTERS - 1));
        console.run("CLUSTER", "MEET", "127.0.0.1", Integer.toString(nodes.get(0).port));
      }
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> nodes.stream().allMatch(Node::seesAll));
  }

  /** As {@code quarkus.redis.hosts} takes it. */
  public String hosts() {
    return nodes.stream()
        .map(node -> "redis://127.0.0.1:" + node.port)
        .collect(Collectors.joining(","));
  }

  /** One master goes, with a third of the slots. */
  public void killOne() {
    nodes.get(1).kill();
  }

  public void restartIt() {
    nodes.get(1).start();
    await().atMost(Duration.ofSeconds(30)).until(() -> nodes.stream().allMatch(Node::seesAll));
  }

  @Override
  public void close() {
    nodes.forEach(Node::kill);
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("redis-cluster");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Node {
    private final int port;
    private final Path folder;
    private Process process;

    Node(int port, Path folder) {
      this.port = port;
      this.folder = folder;
    }

    void start() {
      try {
        process =
            new ProcessBuilder(
                    REDIS.toString(),
                    "--port",
                    Integer.toString(port),
                    "--bind",
                    "127.0.0.1",
                    "--dir",
                    folder.toString(),
                    "--appendonly",
                    "yes",
                    "--cluster-enabled",
                    "yes",
                    "--cluster-node-timeout",
                    "1000",
                    "--cluster-require-full-coverage",
                    "no")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        await().ignoreExceptions().until(() -> "PONG".equals(ask("PING")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void kill() {
      process.destroyForcibly().onExit().join();
    }

    boolean seesAll() {
      String info = String.valueOf(ask("CLUSTER", "INFO"));
      return info.contains("cluster_state:ok")
          && info.contains("cluster_slots_ok:" + SLOTS)
          && info.contains("cluster_known_nodes:" + MASTERS);
    }

    private Object ask(String... command) {
      try (RedisConsole console = RedisConsole.open(port)) {
        return console.run(command);
      }
    }
  }
}
