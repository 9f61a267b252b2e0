package dev.ordertimeout.platform.idempotency;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * All of an answer that a repeat gets again, byte for byte.
 *
 * @param contentType null where there is no body
 * @param body text, in UTF-8 on the wire; may be empty
 */
record Answer(int status, @Nullable String location, @Nullable String contentType, String body) {
  static final String REPLAYED = "Idempotent-Replayed";

  Response first() {
    return response().build();
  }

  Response again() {
    return response().header(REPLAYED, true).build();
  }

  private Response.ResponseBuilder response() {
    Response.ResponseBuilder response = Response.status(status);
    if (location != null) {
      response.header(HttpHeaders.LOCATION, location);
    }
    if (contentType != null) {
      response.type(contentType).entity(body.getBytes(StandardCharsets.UTF_8));
    }
    return response;
  }
}
