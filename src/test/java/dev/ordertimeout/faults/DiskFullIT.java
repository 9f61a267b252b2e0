package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ordertimeout.embedded.DataFolder;
import dev.ordertimeout.embedded.EmbeddedServers;
import dev.ordertimeout.embedded.LocalPostgres;
import dev.ordertimeout.support.SmallDisk;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The disk beneath the servers is full, and then it is not. */
@Tag("faults")
class DiskFullIT {
  private static final int MEGABYTES = 500;

  @Test
  void under_redis_it_costs_punctuality_only_and_under_postgresql_nothing_that_was_answered()
      throws Exception {
    assumeThat(SmallDisk.isPossible()).as(SmallDisk.NEEDS).isTrue();
    try (SmallDisk disk = SmallDisk.mount(MEGABYTES)) {
      DataFolder folder = DataFolder.at(disk.path().toString());
      try (EmbeddedServers servers = EmbeddedServers.start(folder);
          Deployment deployment = Deployment.on(servers.addresses().asConfig(), Map.of())) {
        deployment.add();
        deployment.add();
        ShopLoad.prepare(deployment);
        int port = servers.addresses().postgresPort();
        Fault full =
            new Fault(
                "disk full",
                disk::fill,
                () -> {
                  disk.empty();
                  if (new LocalPostgres(folder).process().isEmpty()) {
                    new LocalPostgres(folder).start(port);
                  }
                });

        Trial.Seen seen = Trial.run(full, deployment);

        assertThat(seen.placed()).isPositive();
        Repair.isCompleteAfterOneReconciliation(deployment);
      }
    }
  }
}
