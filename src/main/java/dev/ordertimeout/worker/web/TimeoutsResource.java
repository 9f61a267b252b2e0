package dev.ordertimeout.worker.web;

import dev.ordertimeout.platform.idempotency.Idempotency;
import dev.ordertimeout.platform.idempotency.Route;
import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.web.NoArguments;
import dev.ordertimeout.platform.web.Operator;
import dev.ordertimeout.task.TaskKind;
import dev.ordertimeout.task.TaskQueueInspector.Counts;
import dev.ordertimeout.worker.PauseService;
import dev.ordertimeout.worker.TimeoutStatus;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The timers, for operators. */
@Path("/api/v1/admin/timeouts")
@Tag(name = "Operations")
public class TimeoutsResource {
  private static final Duration LONGEST_EXTENSION = Duration.ofDays(30);

  private final TimeoutStatus status;
  private final PauseService pauses;
  private final Operator operator;
  private final Idempotency idempotency;

  TimeoutsResource(
      TimeoutStatus status, PauseService pauses, Operator operator, Idempotency idempotency) {
    this.status = status;
    this.pauses = pauses;
    this.operator = operator;
    this.idempotency = idempotency;
  }

  @GET
  public TimeoutsView get() {
    Map<TaskKind, Counts> queue = status.queue();
    Set<TaskKind> paused = status.paused();
    Map<TaskKind, TimeoutsView.Kind> kinds = new EnumMap<>(TaskKind.class);
    for (TaskKind kind : TaskKind.values()) {
      kinds.put(
          kind, TimeoutsView.Kind.of(queue.get(kind), status.dead(kind), paused.contains(kind)));
    }
    return new TimeoutsView(
        queue.isEmpty() ? "database" : "redis",
        kinds,
        status.workers().stream().map(TimeoutsView.Worker::of).toList());
  }

  /**
   * @param deadlinesMoved how many unpaid orders got more time
   */
  public record PauseView(TaskKind kind, boolean paused, int deadlinesMoved) {}

  @POST
  @Path("/{kind}/pause")
  @APIResponseSchema(PauseView.class)
  public Response pause(@PathParam("kind") TaskKind kind, @Nullable NoArguments none) {
    return idempotency.once(
        Route.PAUSE_KIND,
        kind.name(),
        null,
        () -> {
          pauses.pause(kind, operator.name());
          return Response.ok(new PauseView(kind, true, 0)).build();
        });
  }

  /**
   * @param extendBy how long unpaid orders shall have at least from now, ISO 8601; null to cancel
   *     what is overdue
   */
  public record ResumeRequest(@Nullable Duration extendBy) {}

  @POST
  @Path("/{kind}/resume")
  @APIResponseSchema(PauseView.class)
  public Response resume(@PathParam("kind") TaskKind kind, @Nullable ResumeRequest request) {
    Duration extendBy = request == null ? null : request.extendBy();
    if (extendBy != null) {
      check(kind, extendBy);
    }
    return idempotency
        .answered(Route.RESUME_KIND, kind.name(), request)
        .orElseGet(() -> resumed(kind, extendBy, request));
  }

  /** The deadlines come ahead: they take many transactions, which must not become parts of one. */
  private Response resumed(
      TaskKind kind, @Nullable Duration extendBy, @Nullable ResumeRequest request) {
    String who = operator.name();
    int moved = extendBy == null ? 0 : pauses.extendDeadlines(extendBy);
    return idempotency.once(
        Route.RESUME_KIND,
        kind.name(),
        request,
        () -> {
          pauses.resume(kind, extendBy, moved, who);
          return Response.ok(new PauseView(kind, false, moved)).build();
        });
  }

  private static void check(TaskKind kind, Duration extendBy) {
    if (kind != TaskKind.CANCEL_UNPAID) {
      throw ProblemException.invalid("/extendBy", "applies to CANCEL_UNPAID only");
    }
    if (extendBy.compareTo(Duration.ofMillis(1)) < 0 || extendBy.compareTo(LONGEST_EXTENSION) > 0) {
      throw ProblemException.invalid(
          "/extendBy", "must be a duration from PT0.001S to " + LONGEST_EXTENSION);
    }
  }
}
