package dev.ordertimeout.faults;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.ShopClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Customers at a steady rate, whether or not the ones before them were answered: each places an
 * order and goes on with its story.
 */
final class ShopLoad implements AutoCloseable {
  private static final long PLENTY = 1_000_000;
  private static final int STANDING = 200;
  private static final Duration STORIES_END_WITHIN = Duration.ofSeconds(90);

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final String name = "load-" + UUID.randomUUID();
  private final AtomicInteger placed = new AtomicInteger();
  private final ConcurrentLinkedQueue<CompletableFuture<Void>> stories =
      new ConcurrentLinkedQueue<>();
  private final Troubles troubles = new Troubles();
  private final Told told = new Told();
  private final Caller caller;
  private final long seed;
  private volatile ConcurrentLinkedQueue<Long> latenciesUs = new ConcurrentLinkedQueue<>();

  private ShopLoad(Supplier<URI> next, long seed) {
    this.caller = new Caller(next, troubles);
    this.seed = seed;
  }

  static ShopLoad start(Deployment deployment, int perSecond, long seed) {
    ShopLoad load = new ShopLoad(deployment::next, seed);
    load.clock.scheduleAtFixedRate(load::story, 0, 1_000_000 / perSecond, TimeUnit.MICROSECONDS);
    return load;
  }

  /** Registers what the stories order, and places orders that stay open for half an hour. */
  static void prepare(Deployment deployment) {
    try (Observer observer = deployment.observe()) {
      registerStock(observer);
    }
    ShopClient shop = ShopClient.of(deployment.next());
    for (int i = 0; i < STANDING; i++) {
      shop.place("untracked", "PT30M");
    }
  }

  private static void registerStock(Observer observer) {
    Told.createTables(observer);
    for (int i = 0; i < OrderStory.SKUS; i++) {
      String sku = "fault-" + i;
      observer.sql(
          "INSERT INTO faults.stock VALUES ('%1$s', %2$d) ON CONFLICT DO NOTHING;"
              .concat("INSERT INTO stock VALUES ('%1$s', %2$d, 0) ON CONFLICT DO NOTHING")
              .formatted(sku, PLENTY));
    }
  }

  private void story() {
    int number = placed.incrementAndGet();
    OrderStory story = new OrderStory(caller, told, name + "-" + number, seed * 1_000_003 + number);
    long started = System.nanoTime();
    stories.add(
        story
            .place()
            .whenComplete(
                (answer, failure) -> latenciesUs.add((System.nanoTime() - started) / 1000))
            .thenCompose(story::goOn));
  }

  int placed() {
    return placed.get();
  }

  Troubles troubles() {
    return troubles;
  }

  /** How long placing took since this was last asked for, ms. */
  Latencies latencies() {
    ConcurrentLinkedQueue<Long> taken = latenciesUs;
    latenciesUs = new ConcurrentLinkedQueue<>();
    return Latencies.ofMicroseconds(new ArrayList<>(taken));
  }

  /**
   * No more customers; returns when all who came were answered, and what they were told is kept.
   */
  void stop(Observer observer) {
    clock.shutdown();
    List<CompletableFuture<Void>> all = new ArrayList<>(stories);
    try {
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
          .get(STORIES_END_WITHIN.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("a customer was not answered", e);
    }
    told.write(observer);
  }

  /** No more customers, whatever became of those who came. */
  @Override
  public void close() {
    clock.shutdownNow();
  }
}
