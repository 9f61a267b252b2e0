package dev.ordertimeout.worker.web;

import dev.ordertimeout.platform.web.NoArguments;
import dev.ordertimeout.platform.web.Operator;
import dev.ordertimeout.platform.web.PageLimit;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.worker.DeadTasks;
import dev.ordertimeout.worker.TaskFailure;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Tasks that gave up and wait for a person. */
@Path("/api/v1/admin/dead-tasks")
@Tag(name = "Operations")
public class DeadTasksResource {
  private final DeadTasks deadTasks;
  private final Operator operator;

  DeadTasksResource(DeadTasks deadTasks, Operator operator) {
    this.deadTasks = deadTasks;
    this.operator = operator;
  }

  /**
   * @param tier null for a kind without tiers
   */
  public record DeadTaskView(
      long id,
      TaskKind kind,
      UUID orderId,
      @Nullable Integer tier,
      Instant dueAt,
      int attempts,
      String error,
      @Nullable Instant deadAt) {
    static DeadTaskView of(TaskFailure row) {
      return new DeadTaskView(
          row.id,
          row.kind,
          row.orderId,
          row.kind.tiered() ? row.tier : null,
          row.dueAt,
          row.attempts,
          row.error,
          row.deadAt);
    }
  }

  /** The latest first. */
  public record DeadTaskList(List<DeadTaskView> items) {}

  @GET
  public DeadTaskList list(@QueryParam("limit") @DefaultValue("100") @PageLimit int limit) {
    return new DeadTaskList(deadTasks.list(limit).stream().map(DeadTaskView::of).toList());
  }

  @POST
  @Path("/{id}/retry")
  public void retry(@PathParam("id") long id, @Nullable NoArguments none) {
    deadTasks.retry(id, operator.name());
  }

  @DELETE
  @Path("/{id}")
  public void delete(@PathParam("id") long id) {
    deadTasks.delete(id, operator.name());
  }
}
