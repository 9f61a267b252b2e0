package dev.ordertimeout.faults;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.TestServers;
import java.time.Duration;
import java.util.List;

/** What can happen to PostgreSQL and on the way to it. */
final class PostgresFaults {
  private final Deployment deployment;
  private Observer locker;

  PostgresFaults(Deployment deployment) {
    this.deployment = deployment;
  }

  /** All of them. */
  List<Fault> all() {
    return List.of(
        new Fault("PostgreSQL restarted", TestServers::stopPostgres, TestServers::startPostgres),
        new Fault("PostgreSQL crashed", TestServers::crashPostgres, TestServers::startPostgres),
        new Fault("backends terminated", this::terminateBackends, Fault.Action.NOTHING),
        new Fault(
            "replies of PostgreSQL lost",
            () -> deployment.postgres().cutReplies(30),
            () -> deployment.postgres().heal()),
        new Fault(
            "PostgreSQL cut off",
            () -> deployment.postgres().swallow(),
            () -> deployment.postgres().heal()),
        new Fault(
            "PostgreSQL refused",
            () -> deployment.postgres().refuse(),
            () -> deployment.postgres().heal()),
        new Fault(
            "PostgreSQL slow",
            () -> deployment.postgres().delay(Duration.ofMillis(40)),
            () -> deployment.postgres().heal()),
        new Fault("connections exhausted", this::exhaust, this::exhaustNoMore),
        new Fault("a standby answers", TestServers::demotePostgres, TestServers::promotePostgres),
        new Fault("orders locked", this::lockOrders, this::unlockOrders),
        new Fault("both servers gone", this::stopBoth, this::startBoth));
  }

  private void terminateBackends() {
    for (int i = 0; i < 10; i++) {
      TestServers.sqlAsSuperuser(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE application_name = 'order-timeout'");
      Trial.pause(Duration.ofMillis(100));
    }
  }

  private void exhaust() {
    TestServers.sqlAsSuperuser("ALTER ROLE %s CONNECTION LIMIT 2".formatted(TestServers.user()));
    terminateBackends();
  }

  private void exhaustNoMore() {
    TestServers.sqlAsSuperuser("ALTER ROLE %s CONNECTION LIMIT -1".formatted(TestServers.user()));
  }

  private void lockOrders() {
    locker = deployment.observe();
    locker.sql("BEGIN; LOCK TABLE orders IN EXCLUSIVE MODE");
  }

  private void unlockOrders() {
    locker.sql("ROLLBACK");
    locker.close();
  }

  private void stopBoth() {
    TestServers.killRedis();
    TestServers.crashPostgres();
  }

  private void startBoth() {
    TestServers.startPostgres();
    TestServers.startRedis();
  }
}
