package dev.ordertimeout.redis;

import dev.ordertimeout.task.QueueUnavailableException;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.function.Supplier;

/**
 * Lets calls through to Redis as the circuit says. While it is open every call fails at once, those
 * excepted that only remove where only memory is short.
 */
@ApplicationScoped
class GuardedCalls implements Calls {
  private final RedisCalls redis;
  private final Circuit circuit;
  private final ProbeLoop probes;

  GuardedCalls(RedisCalls redis, Circuit circuit, ProbeLoop probes) {
    this.redis = redis;
    this.circuit = circuit;
    this.probes = probes;
  }

  @Override
  public Response send(Request request) {
    requireClosed();
    return watched(() -> redis.send(request));
  }

  /** Where only removals are let through, those among the calls run and then it fails. */
  @Override
  public Replies run(List<ScriptCall> calls) {
    if (!circuit.isOpen()) {
      return watched(() -> redis.run(calls));
    }
    List<ScriptCall> removals = circuit.admitsRemovals() ? removalsOf(calls) : List.of();
    Replies replies = removals.isEmpty() ? Replies.NONE : watched(() -> redis.run(removals));
    if (removals.size() < calls.size()) {
      requireClosed();
    }
    return replies;
  }

  private static List<ScriptCall> removalsOf(List<ScriptCall> calls) {
    return calls.stream().filter(call -> call.script().onlyRemoves()).toList();
  }

  private void requireClosed() {
    QueueUnavailableException outage = circuit.outage();
    if (outage != null) {
      throw new QueueUnavailableException(String.valueOf(outage.getMessage()), outage);
    }
  }

  private <T> T watched(Supplier<T> exchange) {
    try {
      return exchange.get();
    } catch (QueueUnavailableException e) {
      // A thread that is told to end says nothing about Redis.
      if (!(e.getCause() instanceof InterruptedException) && circuit.failed(e)) {
        probes.begin();
      }
      throw e;
    }
  }
}
