package dev.ordertimeout.redis;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.List;

/** One run of a script on keys of one shard. */
record ScriptCall(Script script, List<String> keys, List<String> args) {

  /** By the script's digest; the server may answer that it does not know it. */
  Request byDigest() {
    return fill(Request.cmd(Command.EVALSHA).arg(script.sha1()));
  }

  /** By the script's text, which the server keeps from then on. */
  Request byText() {
    return fill(Request.cmd(Command.EVAL).arg(script.text()));
  }

  private Request fill(Request request) {
    request.arg(keys.size());
    keys.forEach(request::arg);
    args.forEach(request::arg);
    return request;
  }

  /** For messages: the arguments are many and say little. */
  @Override
  public String toString() {
    return script.verb() + " on " + String.join(", ", keys);
  }
}
