package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.QueueTest.A;
import static dev.ordertimeout.redis.QueueTest.B;
import static dev.ordertimeout.redis.QueueTest.PAST;
import static dev.ordertimeout.task.TaskKind.CANCEL_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.ordertimeout.support.ExtraRedis;
import dev.ordertimeout.support.RedisConsole;
import dev.ordertimeout.support.TestServers;
import dev.ordertimeout.task.QueueUnavailableException;
import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskQueue.ClaimRequest;
import dev.ordertimeout.task.TaskQueue.Settlement;
import dev.ordertimeout.task.TaskQueueInspector.Entry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In how many ways Redis can be of no use: each opens the circuit, and only its end closes it. */
@QuarkusTest
class OutagesTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final Duration AT_ONCE = Duration.ofMillis(500);
  private static final Duration SEVERAL_PROBES = Duration.ofMillis(2_200);

  @Inject Vertx vertx;

  private final RedisKeys keys = new RedisKeys("ot", 1);
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final Circuit circuit = new Circuit(outage -> told.add(String.valueOf(outage)));
  private ExtraRedis server;
  private Redis client;
  private RedisCalls direct;
  private ProbeLoop probes;
  private RedisTaskQueue queue;
  private RedisTaskQueueInspector inspector;

  @BeforeEach
  void start() {
    server = TestServers.startExtraRedis();
    connect(server.port());
  }

  private void connect(int port) {
    client =
        Redis.createClient(
            vertx,
            new RedisOptions()
                .setConnectionString("redis://127.0.0.1:" + port)
                .setProtocolNegotiation(false));
    direct = new RedisCalls(client, TIMEOUT);
    probes = new ProbeLoop(circuit, new Probe(direct, keys));
    GuardedCalls guarded = new GuardedCalls(direct, circuit, probes);
    queue = new RedisTaskQueue(guarded, keys);
    inspector = new RedisTaskQueueInspector(guarded, keys);
  }

  @AfterEach
  void stop() {
    probes.stop(new ShutdownEvent());
    client.close();
    server.close();
  }

  @Test
  void memory_is_full() {
    isOutWhile("OOM", () -> set("maxmemory", "1"), () -> set("maxmemory", "0"));
  }

  @Test
  void it_is_a_replica() {
    isOutWhile(
        "READONLY", () -> run("REPLICAOF", "127.0.0.1", "1"), () -> run("REPLICAOF", "NO", "ONE"));
  }

  @Test
  void it_cannot_save() {
    set("save", "3600 1");
    Path inTheWay = Path.of(((List<?>) run("CONFIG", "GET", "dir")).get(1).toString(), "dump.rdb");
    isOutWhile(
        "MISCONF",
        () -> {
          Files.createDirectory(inTheWay);
          save("err");
        },
        () -> {
          Files.delete(inTheWay);
          save("ok");
        });
  }

  @Test
  void a_script_runs_on_and_on() {
    set("lua-time-limit", "50");
    Thread endless =
        new Thread(
            () ->
                assertThatThrownBy(() -> run("EVAL", "while true do end", "0"))
                    .hasMessageContaining("killed"));
    isOutWhile(
        "BUSY",
        () -> {
          endless.start();
          await().ignoreExceptions().until(this::isBusy);
        },
        () -> run("SCRIPT", "KILL"));
  }

  @Test
  void it_wants_a_password() {
    isOutWhile(
        "NOAUTH|unauthenticated",
        () -> {
          set("requirepass", "secret");
          run("AUTH", "secret", "CLIENT", "KILL", "TYPE", "normal");
        },
        () -> run("AUTH", "secret", "CONFIG", "SET", "requirepass", ""));
  }

  @Test
  void it_answers_nobody_for_a_while() {
    isOutWhile("no answer within 1000 ms", () -> run("CLIENT", "PAUSE", "5000"), () -> {});
  }

  @Test
  void a_key_of_ours_holds_something_else_until_a_probe_sets_that_aside() {
    run("SET", keys.slot(0, CANCEL_UNPAID).key(RedisKeys.Part.DUE), "a string");
    assertThatThrownBy(() -> queue.schedule(List.of(new Task(A, PAST))))
        .hasMessageContaining("WRONGTYPE");

    await().atMost(Duration.ofSeconds(5)).until(() -> !circuit.isOpen());

    queue.schedule(List.of(new Task(A, PAST)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LOADING Redis is loading the dataset in memory",
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        "CLUSTERDOWN Hash slot not served",
        "ERR max number of clients reached"
      })
  void it_refuses_whatever_is_asked(String error) {
    server.close();
    RefusingServer[] refusing = new RefusingServer[1];
    isOut(
        error.substring(0, error.indexOf(' ')),
        () -> refusing[0] = new RefusingServer(server.port(), error),
        () -> queue.schedule(List.of(new Task(A, PAST))));
    refusing[0].close();
  }

  @Test
  void it_is_gone() {
    server.close();
    isOut("Connection refused", () -> {}, () -> queue.schedule(List.of(new Task(A, PAST))));
  }

  @Test
  void where_only_memory_is_short_removals_go_on_and_what_goes_with_them_fails() {
    queue.schedule(List.of(new Task(A, PAST), new Task(B, PAST)));
    var claimed = queue.settleAndClaim(Settlement.NONE, claim());
    set("maxmemory", "1");
    assertThatThrownBy(() -> queue.schedule(List.of(new Task(A, PAST))))
        .hasMessageContaining("OOM");

    queue.unschedule(List.of(A));
    assertThatThrownBy(
            () ->
                queue.settleAndClaim(
                    new Settlement(claimed.tasks(), List.of(), List.of()), claim()))
        .hasMessageContaining("OOM");

    assertThat(new RedisTaskQueueInspector(direct, keys).lookUp(List.of(A, B)))
        .extracting(Entry::state)
        .containsOnly(Entry.State.ABSENT);
    assertThat(run("EXISTS", keys.slot(0, CANCEL_UNPAID).key(RedisKeys.Part.CLAIMS))).isEqualTo(0L);
  }

  @Test
  void where_nothing_can_be_written_removals_cost_no_wait_either() {
    run("REPLICAOF", "127.0.0.1", "1");

    isOut("READONLY", () -> {}, () -> queue.unschedule(List.of(A)));
  }

  @Test
  void a_thread_that_is_interrupted_says_nothing_about_redis() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> queue.timeMs()).isInstanceOf(QueueUnavailableException.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(circuit.isOpen()).isFalse();
  }

  private interface Step {
    void run() throws Exception;
  }

  private void isOutWhile(String why, Step begin, Step end) {
    Runnable use = () -> queue.schedule(List.of(new Task(A, PAST)));
    use.run();

    isOut(why, begin, use);

    run(end);
    await().atMost(Duration.ofSeconds(5)).until(() -> !circuit.isOpen());
    use.run();
    inspector.counts(0);
    assertThat(told.stream().filter("null"::equals)).as("came back").hasSize(1);
  }

  /** Fails once in its own time, then, for the time of several probes, at once. */
  private void isOut(String why, Step begin, Runnable use) {
    run(begin);
    assertThatThrownBy(use::run).isInstanceOf(QueueUnavailableException.class);
    long end = System.nanoTime() + SEVERAL_PROBES.toNanos();
    while (System.nanoTime() < end) {
      failsAtOnce(use);
      failsAtOnce(() -> inspector.counts(0));
      failsAtOnce(() -> queue.timeMs());
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    assertThat(told).doesNotContain("null").last().asString().containsPattern(why);
  }

  private static void failsAtOnce(Runnable use) {
    long began = System.nanoTime();
    assertThatThrownBy(use::run).isInstanceOf(QueueUnavailableException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(AT_ONCE);
  }

  private static ClaimRequest claim() {
    return new ClaimRequest(Map.of(CANCEL_UNPAID, 10), Duration.ofSeconds(15), 0);
  }

  private boolean isBusy() {
    try {
      run("PING");
      return false;
    } catch (IllegalStateException e) {
      return String.valueOf(e.getMessage()).startsWith("BUSY");
    }
  }

  private void save(String status) {
    run("BGSAVE");
    await()
        .until(
            () ->
                run("INFO", "persistence").toString().contains("rdb_bgsave_in_progress:0")
                    && run("INFO", "persistence")
                        .toString()
                        .contains("rdb_last_bgsave_status:" + status));
  }

  private void set(String name, String value) {
    run("CONFIG", "SET", name, value);
  }

  /** Past the client; {@code AUTH}, its password and a further command may stand in one. */
  private Object run(String... command) {
    try (RedisConsole console = RedisConsole.open(server.port())) {
      if (command[0].equals("AUTH")) {
        console.run(command[0], command[1]);
        return String.valueOf(console.run(Arrays.copyOfRange(command, 2, command.length)));
      }
      return Objects.requireNonNull(console.run(command));
    }
  }

  private static void run(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
