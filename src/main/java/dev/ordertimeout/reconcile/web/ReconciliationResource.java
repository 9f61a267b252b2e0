package dev.ordertimeout.reconcile.web;

import dev.ordertimeout.platform.idempotency.Idempotency;
import dev.ordertimeout.platform.idempotency.Route;
import dev.ordertimeout.platform.web.Cursor;
import dev.ordertimeout.platform.web.Operator;
import dev.ordertimeout.platform.web.PageLimit;
import dev.ordertimeout.reconcile.ReconciliationService;
import dev.ordertimeout.reconcile.Run;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The full comparison of rows and queue, for operators. */
@Path("/api/v1/admin/reconciliations")
@Tag(name = "Operations")
public class ReconciliationResource {
  private final ReconciliationService reconciliations;
  private final Operator operator;
  private final Idempotency idempotency;

  ReconciliationResource(
      ReconciliationService reconciliations, Operator operator, Idempotency idempotency) {
    this.reconciliations = reconciliations;
    this.operator = operator;
    this.idempotency = idempotency;
  }

  /**
   * @param dryRun whether it only looks; not, if not said
   */
  public record StartRequest(@Nullable Boolean dryRun) {}

  /**
   * The newest first.
   *
   * @param nextCursor asks for the page after; null on the last
   */
  public record RunPage(List<RunView> items, @Nullable String nextCursor) {}

  /** Starts one; its progress is seen at the Location. 409 while one runs. */
  @POST
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response start(@Nullable StartRequest request) {
    boolean dryRun = request != null && Boolean.TRUE.equals(request.dryRun());
    String who = operator.name();
    return idempotency.once(Route.START_RECONCILIATION, who, request, () -> started(dryRun, who));
  }

  private Response started(boolean dryRun, String who) {
    Run run = reconciliations.start(dryRun, who);
    return Response.accepted(RunView.of(run))
        .location(URI.create("/api/v1/admin/reconciliations/" + run.id()))
        .build();
  }

  @GET
  @Path("/{id}")
  public RunView get(@PathParam("id") UUID id) {
    return RunView.of(reconciliations.get(id));
  }

  @GET
  public RunPage list(
      @QueryParam("limit") @DefaultValue(PageLimit.DEFAULT) @PageLimit int limit,
      @QueryParam("cursor") @Nullable String cursor) {
    Cursor after = Cursor.decode(cursor);
    List<Run> found =
        reconciliations.page(
            after == null ? null : new ReconciliationService.Position(after.at(), after.id()),
            limit + 1);
    List<Run> shown = found.subList(0, Math.min(limit, found.size()));
    String next = null;
    if (found.size() > limit) {
      Run last = shown.get(limit - 1);
      next = new Cursor(last.startedAt(), last.id()).encode();
    }
    return new RunPage(shown.stream().map(RunView::of).toList(), next);
  }
}
