package dev.ordertimeout.platform.idempotency;

import dev.ordertimeout.platform.problem.ProblemException;
import dev.ordertimeout.platform.sql.Joint;
import dev.ordertimeout.platform.sql.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does what a request asks for once, however often it comes with the same {@code Idempotency-Key}:
 * the work and its answer are committed together, so after a crash there are both or neither. A
 * request without a key is served as if this were not here.
 */
@ApplicationScoped
public class Idempotency {
  private final IdempotencyKey key;
  private final Fingerprints fingerprints;
  private final Answers answers;
  private final KeptAnswers kept;
  private final Transactions transactions;

  Idempotency(
      IdempotencyKey key,
      Fingerprints fingerprints,
      Answers answers,
      KeptAnswers kept,
      Transactions transactions) {
    this.key = key;
    this.fingerprints = fingerprints;
    this.answers = answers;
    this.kept = kept;
    this.transactions = transactions;
  }

  /**
   * Does the work, or gives the answer again that it had.
   *
   * @param caller whose key it is; the order, say, where nobody else is known
   * @param request its body as parsed; null if it had none
   * @param work its transactions become parts of one. A refusal it throws is kept where the last
   *     part stands, as when a late capture was recorded; else all is rolled back and nothing kept.
   * @throws ProblemException idempotency-key-in-use, idempotency-key-reused, invalid-request if the
   *     key is none, or a refusal that is not kept
   */
  public Response once(
      Route route, String caller, @Nullable Object request, Supplier<Response> work) {
    return keyed(route, caller, request).map(keyed -> once(keyed, work)).orElseGet(work);
  }

  /**
   * The answer that this request had before, for work of which a part comes ahead of {@link #once}
   * because it takes many transactions; empty if it had none, or came without a key.
   */
  public Optional<Response> answered(Route route, String caller, @Nullable Object request) {
    return keyed(route, caller, request)
        .flatMap(keyed -> transactions.call(connection -> kept.find(connection, keyed)))
        .map(Answer::again);
  }

  private Optional<KeyedRequest> keyed(Route route, String caller, @Nullable Object request) {
    return key.value()
        .map(value -> new KeyedRequest(caller, route, value, fingerprints.of(request)));
  }

  private Response once(KeyedRequest request, Supplier<Response> work) {
    return transactions.joint(
        (connection, joint) -> {
          Optional<Answer> before = kept.find(connection, request);
          return before.isPresent()
              ? before.get().again()
              : first(connection, request, answer(joint, work)).first();
        });
  }

  private Answer first(Connection connection, KeyedRequest request, Answer answer)
      throws SQLException {
    kept.keep(connection, request, answer);
    return answer;
  }

  private Answer answer(Joint joint, Supplier<Response> work) {
    try {
      return answers.of(work.get());
    } catch (ProblemException refusal) {
      if (!joint.lastStands()) {
        throw refusal;
      }
      return answers.of(refusal);
    }
  }
}
