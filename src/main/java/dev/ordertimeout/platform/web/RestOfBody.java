package dev.ordertimeout.platform.web;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/**
 * What a client still sends of a body that was refused already. Closing at once would reset the
 * connection under the client, which then may never read why; so the rest is read and dropped for a
 * while, then the connection is closed.
 */
final class RestOfBody {
  private static final long MOST_BYTES = 16L << 20;
  private static final long LONGEST_MS = 5_000;

  private final HttpServerRequest request;
  private long dropped;

  private RestOfBody(HttpServerRequest request) {
    this.request = request;
  }

  /** Must be called before the answer is sent, whose header it adds to. */
  static void drop(HttpServerRequest request, Vertx vertx) {
    if (request.isEnded() || request.version() == HttpVersion.HTTP_2) {
      return; // HTTP/2 resets the one stream itself.
    }
    HttpConnection connection = request.connection();
    request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    long deadline = vertx.setTimer(LONGEST_MS, expired -> connection.close());
    connection.closeHandler(closed -> vertx.cancelTimer(deadline));
    request
        .handler(new RestOfBody(request)::count)
        .endHandler(ended -> connection.close())
        .exceptionHandler(broken -> connection.close())
        .resume();
  }

  private void count(Buffer bytes) {
    dropped += bytes.length();
    if (dropped > MOST_BYTES) {
      request.connection().close();
    }
  }
}
