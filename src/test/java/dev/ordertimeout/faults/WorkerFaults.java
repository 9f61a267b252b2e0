package dev.ordertimeout.faults;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.RedisConsole;
import dev.ordertimeout.support.ServiceProcess;
import java.time.Duration;
import java.util.List;

/** What can happen to workers with tasks in hand, and to what Redis knows of that. */
final class WorkerFaults {
  private final Deployment deployment;
  private ServiceProcess victim;
  private Observer obstacle;

  WorkerFaults(Deployment deployment) {
    this.deployment = deployment;
  }

  /** All of them. */
  List<Fault> all() {
    return List.of(
        new Fault("killed at any moment", this::killOne, deployment::add),
        new Fault("killed at claimed", this::killAtClaimed, deployment::add),
        new Fault("killed in the middle of a batch", this::killInBatch, deployment::add),
        new Fault("killed at applied, not acknowledged", this::killUnacknowledged, this::heal),
        new Fault("worker stands still beyond its lease", this::freezeOne, this::thawOne),
        new Fault("leases end early", this::endLeases, Fault.Action.NOTHING),
        new Fault("timers twice and early", this::doubleTimers, Fault.Action.NOTHING),
        new Fault("slow transitions", this::lockStock, this::unlockStock));
  }

  private void killOne() {
    deployment.kill9(deployment.processes().get(0));
  }

  /** No transition can write its event: whoever claimed stands between claim and commit. */
  private void killAtClaimed() {
    killWhileWaitingFor("LOCK TABLE order_event IN EXCLUSIVE MODE", "order_event");
  }

  /** The stock comes last in a batch: rows and events are written and not committed. */
  private void killInBatch() {
    killWhileWaitingFor("SELECT FROM stock FOR UPDATE", "stock");
  }

  private void killWhileWaitingFor(String lock, String table) {
    try (Observer held = deployment.observe();
        Observer observer = deployment.observe()) {
      held.sql("BEGIN; " + lock);
      Locks.awaitWaitingFor(observer, table);
      killOne();
      held.sql("ROLLBACK");
    }
  }

  /** What is applied cannot be acknowledged: Redis hears nothing any more. */
  private void killUnacknowledged() {
    deployment.redis().swallow();
    Trial.pause(Duration.ofMillis(500));
    killOne();
  }

  private void heal() {
    deployment.redis().heal();
    deployment.add();
  }

  private void freezeOne() {
    victim = deployment.processes().get(0);
    deployment.takeOut(victim);
    victim.freeze();
    Trial.pause(Duration.ofSeconds(12));
  }

  private void thawOne() {
    victim.thaw();
    deployment.putBack(victim);
  }

  private void endLeases() {
    for (int i = 0; i < 50; i++) {
      forEachMember(
          ":leased", (console, key, member) -> console.run("ZADD", key, "XX", "1", member));
      Trial.pause(Duration.ofMillis(20));
    }
  }

  /** Every timer, leased ones too, once more and at once. */
  private void doubleTimers() {
    for (String end : List.of(":leased", ":due")) {
      forEachMember(
          end,
          (console, key, member) ->
              console.run("ZADD", key.replace(":leased", ":due"), "1", member));
    }
  }

  private static void forEachMember(String end, Visitor visitor) {
    try (RedisConsole console = RedisConsole.open()) {
      for (String key : console.keys().stream().filter(each -> each.endsWith(end)).toList()) {
        for (Object member : (List<?>) console.run("ZRANGE", key, "0", "-1")) {
          visitor.visit(console, key, (String) member);
        }
      }
    }
  }

  private interface Visitor {
    void visit(RedisConsole console, String key, String member);
  }

  /** Shorter than lock_timeout, so that each batch succeeds, late. */
  private void lockStock() {
    for (int i = 0; i < 3; i++) {
      obstacle = deployment.observe();
      obstacle.sql("BEGIN; SELECT FROM stock FOR UPDATE");
      Trial.pause(Duration.ofMillis(2_500));
      unlockStock();
    }
  }

  private void unlockStock() {
    obstacle.close();
  }
}
