package dev.ordertimeout.redis;

import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/**
 * The replies to some calls, in the calls' order.
 *
 * @param resent whether some calls had to be sent again, and so ran after those that followed them
 */
record Replies(List<Response> all, boolean resent) {
  static final Replies NONE = new Replies(List.of(), false);

  Replies followedBy(Replies next) {
    if (all.isEmpty()) {
      return next;
    }
    List<Response> both = new ArrayList<>(all);
    both.addAll(next.all);
    return new Replies(both, resent || next.resent);
  }

  /** The sum of replies that are counts. */
  int total() {
    return all.stream().mapToInt(Response::toInteger).sum();
  }
}
