package dev.ordertimeout.platform.web;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.impl.RoutingContextInternal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The reading of one request's body over HTTP/1. Once it is known to be too large the request can
 * be answered, but closing at once would reset the connection under a client that still sends,
 * which then may never read why: what is left is dropped for a while, then the connection is
 * closed.
 */
final class BodyIntake {
  private static final long MOST_DROPPED_BYTES = 16L << 20;
  private static final long LONGEST_DROPPING_MS = 5_000;

  private final RoutingContext context;
  private final HttpServerRequest request;
  private final long limitBytes;
  private final Consumer<@Nullable Buffer> then;
  private final Buffer body = Buffer.buffer();
  private boolean tooLarge;
  private long dropped;

  /**
   * Reads nothing before {@link #start}.
   *
   * @param then called once, with the body, or with null as soon as it is known to be too large;
   *     never if the client goes away before
   */
  BodyIntake(RoutingContext context, long limitBytes, Consumer<@Nullable Buffer> then) {
    this.context = context;
    this.request = context.request();
    this.limitBytes = limitBytes;
    this.then = then;
  }

  void start() {
    if (request.isEnded()) {
      end();
      return;
    }
    request.handler(this::take).endHandler(ended -> end()).exceptionHandler(failure -> breakOff());
    if (declaredLength() > limitBytes) {
      refuse();
    } else if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      request.response().writeContinue();
    }
    request.resume();
  }

  private void take(Buffer bytes) {
    if (tooLarge) {
      dropped += bytes.length();
      if (dropped > MOST_DROPPED_BYTES) {
        request.connection().close();
      }
    } else if (body.length() + bytes.length() > limitBytes) {
      refuse();
    } else {
      body.appendBuffer(bytes);
    }
  }

  private void end() {
    if (!tooLarge) {
      // Set even when empty: without one, a resource would wait for bytes that came already.
      ((RoutingContextInternal) context).setBody(body);
      then.accept(body);
    } else {
      request.connection().close();
    }
  }

  private void refuse() {
    tooLarge = true;
    request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    long timer =
        context.vertx().setTimer(LONGEST_DROPPING_MS, late -> request.connection().close());
    request.connection().closeHandler(closed -> context.vertx().cancelTimer(timer));
    then.accept(null);
  }

  /** The client went away in the middle, or broke the framing so that no more can be read. */
  private void breakOff() {
    HttpServerResponse response = request.response();
    if (!response.closed() && !response.ended()) {
      request.connection().close();
    }
  }

  private long declaredLength() {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return length == null ? 0 : Long.parseLong(length);
  }
}
