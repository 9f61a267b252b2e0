package dev.ordertimeout.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.redis.RedisImage;
import dev.ordertimeout.support.Shop;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** What must hold once a reconciliation has run, however Redis was before. */
@ApplicationScoped
class Agreement {
  static final Findings NONE = new Findings(0, 0, 0, 0, 0);

  private final ReconciliationService reconciliations;
  private final RedisImage image;
  private final Shop shop;

  Agreement(ReconciliationService reconciliations, RedisImage image, Shop shop) {
    this.reconciliations = reconciliations;
    this.image = image;
    this.shop = shop;
  }

  /**
   * Reconciles once: every key of Redis is what the rows imply, and a second look finds nothing.
   *
   * @return the run
   */
  Run afterOneRun() {
    Run run = run(false);
    assertThat(run.status()).as(run.error()).isEqualTo(RunStatus.COMPLETED);
    assertThat(image.contents()).isEqualTo(implied());
    assertThat(run(true).findings()).isEqualTo(NONE);
    return run;
  }

  Run run(boolean dryRun) {
    return reconciliations.runHere(dryRun, "test", tally -> {});
  }

  /** All that Redis should hold, as the views say; nobody has anything in hand. */
  SortedMap<String, SortedMap<String, String>> implied() {
    SortedMap<String, SortedMap<String, String>> implied = new TreeMap<>();
    for (TaskKind kind : TaskKind.values()) {
      for (String row :
          shop.column(
              "SELECT order_id || ' ' || tier || ' ' || (extract(epoch FROM due_at) * 1000)::bigint"
                  + " FROM task_"
                  + kind.name().toLowerCase(Locale.ROOT))) {
        String[] parts = row.split(" ");
        TaskId task = new TaskId(kind, UUID.fromString(parts[0]), Integer.parseInt(parts[1]));
        implied
            .computeIfAbsent(image.dueKey(task), key -> new TreeMap<>())
            .put(task.member(), parts[2]);
      }
    }
    return implied;
  }
}
