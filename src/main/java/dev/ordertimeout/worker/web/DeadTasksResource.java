package dev.ordertimeout.worker.web;

import dev.ordertimeout.platform.idempotency.Idempotency;
import dev.ordertimeout.platform.idempotency.Route;
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
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Tasks that gave up and wait for a person. */
@Path("/api/v1/admin/dead-tasks")
@Tag(name = "Operations")
public class DeadTasksResource {
  private final DeadTasks deadTasks;
  private final Operator operator;
  private final Idempotency idempotency;

  DeadTasksResource(DeadTasks deadTasks, Operator operator, Idempotency idempotency) {
    this.deadTasks = deadTasks;
    this.operator = operator;
    this.idempotency = idempotency;
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
  @APIResponse(responseCode = "204", description = "No Content")
  public Response retry(@PathParam("id") long id, @Nullable NoArguments none) {
    return idempotency.once(
        Route.RETRY_TASK,
        Long.toString(id),
        null,
        () -> {
          deadTasks.retry(id, operator.name());
          return Response.noContent().build();
        });
  }

  @DELETE
  @Path("/{id}")
  public void delete(@PathParam("id") long id) {
    deadTasks.delete(id, operator.name());
  }
}
