package dev.ordertimeout.platform.idempotency;

import static org.eclipse.microprofile.openapi.OASFactory.createSchema;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;

/** Says in the OpenAPI document that every POST takes a key. */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public class KeysInOpenApi implements OASFilter {
  @Override
  public PathItem filterPathItem(PathItem path) {
    if (path.getPOST() != null) {
      path.getPOST().addParameter(key());
    }
    return path;
  }

  private static Parameter key() {
    return OASFactory.createParameter()
        .name(IdempotencyKey.HEADER)
        .in(Parameter.In.HEADER)
        .description(
            "Any name for this request. A repeat with the same key and body within 24 hours changes"
                + " nothing and is answered as the first time, with the header "
                + Answer.REPLAYED)
        .schema(
            createSchema()
                .type(List.of(SchemaType.STRING))
                .minLength(1)
                .maxLength(IdempotencyKey.LONGEST));
  }
}
