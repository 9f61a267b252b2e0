package dev.ordertimeout.platform.idempotency;

import dev.ordertimeout.platform.problem.ProblemCode;
import dev.ordertimeout.platform.problem.ProblemException;

/**
 * A request that came with a key.
 *
 * @param caller whose key it is: the same key of another caller is another key
 * @param fingerprint of what was asked for, by which a repeat is told from another request
 */
record KeyedRequest(String caller, Route route, String key, String fingerprint) {

  /** The number of the lock under which it is answered. No part can contain a line break. */
  int lock() {
    String name = String.join("\n", caller, route.name(), key);
    return Integer.parseUnsignedInt(Fingerprints.sha256(name).substring(0, Integer.BYTES * 2), 16);
  }

  ProblemException inUse() {
    return new ProblemException(
        ProblemCode.IDEMPOTENCY_KEY_IN_USE,
        "A request with the key " + key + " is under way; ask again for its answer");
  }

  ProblemException reused() {
    return new ProblemException(
        ProblemCode.IDEMPOTENCY_KEY_REUSED, "The key " + key + " came with another body before");
  }
}
