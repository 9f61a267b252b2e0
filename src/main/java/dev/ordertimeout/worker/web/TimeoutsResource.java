package dev.ordertimeout.worker.web;

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
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
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

  TimeoutsResource(TimeoutStatus status, PauseService pauses, Operator operator) {
    this.status = status;
    this.pauses = pauses;
    this.operator = operator;
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
  public PauseView pause(@PathParam("kind") TaskKind kind, @Nullable NoArguments none) {
    pauses.pause(kind, operator.name());
    return new PauseView(kind, true, 0);
  }

  /**
   * @param extendBy how long unpaid orders shall have at least from now, ISO 8601; null to cancel
   *     what is overdue
   */
  public record ResumeRequest(@Nullable Duration extendBy) {}

  @POST
  @Path("/{kind}/resume")
  public PauseView resume(@PathParam("kind") TaskKind kind, @Nullable ResumeRequest request) {
    Duration extendBy = request == null ? null : request.extendBy();
    if (extendBy != null) {
      check(kind, extendBy);
    }
    return new PauseView(kind, false, pauses.resume(kind, extendBy, operator.name()));
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
