package dev.ordertimeout.worker;

import dev.ordertimeout.task.Task;
import dev.ordertimeout.task.TaskId;
import dev.ordertimeout.task.TaskKind;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/** The row of a task that failed, for reading. */
@Entity
@Immutable
@Table(name = "task_failure")
public class TaskFailure extends PanacheEntityBase {
  @Id public Long id;

  @Enumerated(EnumType.STRING)
  public TaskKind kind;

  @Column(name = "order_id")
  public UUID orderId;

  /** 0 for a kind without tiers. */
  public int tier;

  @Column(name = "due_at")
  public Instant dueAt;

  public int attempts;
  public String error;

  @Column(name = "next_try")
  public Instant nextTry;

  /** When it gave up; null while it is still tried. */
  @Column(name = "dead_at")
  public @Nullable Instant deadAt;

  /** The tasks that gave up, the latest first. */
  static List<TaskFailure> dead(int limit) {
    return TaskFailure.<TaskFailure>find("deadAt is not null order by deadAt desc, id desc")
        .range(0, limit - 1)
        .list();
  }

  Task task() {
    return new Task(new TaskId(kind, orderId, tier), dueAt.toEpochMilli());
  }
}
