package dev.ordertimeout.worker;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** A worker that signed in the last minute, for reading. */
@Entity
@Immutable
@Table(name = "worker")
public class WorkerRow extends PanacheEntityBase {
  @Id public UUID id;
  public String host;
  public long pid;

  @Column(name = "started_at")
  public Instant startedAt;

  @Column(name = "seen_at")
  public Instant seenAt;

  /** Tasks in hand when it signed. */
  public int holding;

  /** Those that signed since then. */
  static List<WorkerRow> aliveSince(Instant time) {
    return list("seenAt >= ?1 order by startedAt, id", time);
  }
}
