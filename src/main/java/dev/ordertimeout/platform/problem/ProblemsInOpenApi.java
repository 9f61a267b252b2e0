package dev.ordertimeout.platform.problem;

import static org.eclipse.microprofile.openapi.OASFactory.createContent;
import static org.eclipse.microprofile.openapi.OASFactory.createMediaType;
import static org.eclipse.microprofile.openapi.OASFactory.createSchema;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/** Says in the OpenAPI document that every call may answer a problem, and what that looks like. */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public class ProblemsInOpenApi implements OASFilter {
  private static final String SCHEMA = "Problem";

  @Override
  public Operation filterOperation(Operation operation) {
    operation.getResponses().addAPIResponse("default", response());
    return operation;
  }

  @Override
  public void filterOpenAPI(OpenAPI document) {
    if (document.getComponents() == null) {
      document.setComponents(OASFactory.createComponents());
    }
    document.getComponents().addSchema(SCHEMA, problem());
  }

  private static APIResponse response() {
    return OASFactory.createAPIResponse()
        .description("A problem (RFC 9457)")
        .content(
            createContent()
                .addMediaType(
                    Problem.MEDIA_TYPE, createMediaType().schema(createSchema().ref(SCHEMA))));
  }

  private static Schema problem() {
    Schema error =
        object()
            .addProperty("pointer", text("JSON pointer into the body, or # and a parameter's name"))
            .addProperty("detail", text("What is wrong there"));
    return object()
        .addProperty("type", text("The kind of problem, a URI"))
        .addProperty("title", text("The kind of problem, for people"))
        .addProperty("status", createSchema().type(List.of(SchemaType.INTEGER)))
        .addProperty("detail", text("What went wrong this time"))
        .addProperty("instance", text("The path that was asked for"))
        .addProperty("code", text("The kind of problem, for programs"))
        .addProperty("errors", createSchema().type(List.of(SchemaType.ARRAY)).items(error))
        .required(List.of("type", "title", "status", "detail", "code"));
  }

  private static Schema object() {
    return createSchema().type(List.of(SchemaType.OBJECT));
  }

  private static Schema text(String description) {
    return createSchema().type(List.of(SchemaType.STRING)).description(description);
  }
}
