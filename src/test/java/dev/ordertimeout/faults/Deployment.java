package dev.ordertimeout.faults;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.ServiceProcess;
import dev.ordertimeout.support.ShopClient;
import dev.ordertimeout.support.TcpProxy;
import dev.ordertimeout.support.TestServers;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Some processes of the service and, between them and their servers, proxies. Callers get the
 * instances in turn, as from a load balancer; one that is taken out gets no new request.
 */
final class Deployment implements AutoCloseable {
  /** Windows and tiers of seconds, so that everything happens within a trial. */
  private static final Map<String, String> QUICK =
      Map.of(
          "order-timeout.min-payment-window", "PT1S",
          "order-timeout.worker.lease", "PT11S",
          "order-timeout.subsidy.tiers[0].after", "PT1S",
          "order-timeout.subsidy.tiers[1].after", "PT2S",
          "order-timeout.subsidy.tiers[2].after", "PT3S");

  private static final Pattern PORT = Pattern.compile(":(\\d+)");

  private final Map<String, String> servers;
  private final Map<String, String> settings = new HashMap<>();
  private final TcpProxy redis;
  private final TcpProxy postgres;
  private final List<ServiceProcess> processes = new CopyOnWriteArrayList<>();
  private final List<URI> inService = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * @param servers what the service must be told to use its servers, which listen on this machine
   */
  private Deployment(Map<String, String> servers) {
    this.servers = servers;
    settings.putAll(servers);
    redis = proxyFor("quarkus.redis.hosts");
    postgres = proxyFor("quarkus.datasource.jdbc.url");
  }

  private TcpProxy proxyFor(String address) {
    Matcher port = PORT.matcher(servers.get(address));
    if (!port.find()) {
      throw new IllegalArgumentException(servers.get(address));
    }
    TcpProxy proxy = TcpProxy.to(Integer.parseInt(port.group(1)));
    settings.put(address, port.replaceFirst(":" + proxy.port()));
    return proxy;
  }

  static Deployment of(int instances) {
    return of(instances, Map.of());
  }

  /**
   * @param settings system properties of every process, on top of {@link #QUICK}
   */
  static Deployment of(int instances, Map<String, String> settings) {
    Deployment deployment = on(TestServers.config(), settings);
    for (int i = 0; i < instances; i++) {
      deployment.add();
    }
    return deployment;
  }

  /** No instance yet. */
  static Deployment on(Map<String, String> servers, Map<String, String> settings) {
    Deployment deployment = new Deployment(servers);
    deployment.settings.putAll(QUICK);
    deployment.settings.putAll(settings);
    return deployment;
  }

  /** Looks at the rows, past the proxy. */
  Observer observe() {
    return Observer.connect(servers);
  }

  /** One more instance, ready when this returns. */
  ServiceProcess add() {
    return add(Map.of());
  }

  /**
   * @param environment variables of its process
   */
  ServiceProcess add(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("JAVA_TOOL_OPTIONS", "-Xmx256m");
    ServiceProcess process = ServiceProcess.launch(all, settings);
    processes.add(process);
    process.awaitReady();
    inService.add(process.baseUri());
    return process;
  }

  List<ServiceProcess> processes() {
    return processes;
  }

  TcpProxy redis() {
    return redis;
  }

  TcpProxy postgres() {
    return postgres;
  }

  /** Where the next request goes. */
  URI next() {
    List<URI> present = List.copyOf(inService);
    return present.get(Math.floorMod(turn.getAndIncrement(), present.size()));
  }

  void putBack(ServiceProcess process) {
    inService.add(process.baseUri());
  }

  /** Its callers go to the others from now on. */
  void takeOut(ServiceProcess process) {
    inService.remove(process.baseUri());
  }

  void kill9(ServiceProcess process) {
    takeOut(process);
    process.kill9();
    processes.remove(process);
  }

  /** Asks it to stop and waits for that; its exit code. */
  int terminate(ServiceProcess process) {
    takeOut(process);
    int code = process.terminate();
    processes.remove(process);
    return code;
  }

  /** Failures that counted against a task, of all instances. */
  double failedAttempts() {
    return processes.stream()
        .flatMap(process -> ShopClient.of(process.baseUri()).get("/q/metrics").asString().lines())
        .filter(line -> line.startsWith("order_timeout_tasks_applied_total"))
        .filter(line -> line.contains("outcome=\"failed\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Orders that nobody pays. */
  void placeDueIn(int count, Duration window) {
    ShopClient shop = ShopClient.of(next());
    for (int i = 0; i < count; i++) {
      shop.place("untracked", window.toString());
    }
  }

  @Override
  public void close() {
    processes.forEach(ServiceProcess::close);
    redis.close();
    postgres.close();
  }
}
