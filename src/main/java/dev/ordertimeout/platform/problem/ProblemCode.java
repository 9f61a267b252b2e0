package dev.ordertimeout.platform.problem;

import java.util.Locale;

/**
 * The problems a caller can be told of: the stable {@code code} of a problem, and its HTTP status.
 */
public enum ProblemCode {
  INVALID_REQUEST(400, "The request is invalid"),
  NOT_FOUND(404, "There is nothing here"),
  ORDER_NOT_FOUND(404, "No such order"),
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  NOT_ACCEPTABLE(406, "Not acceptable"),
  ORDER_CANCELLED(409, "The order is cancelled"),
  ORDER_EXPIRED(409, "The order's deadline has passed"),
  ORDER_ALREADY_PAID(409, "The order is already paid"),
  ORDER_NOT_CANCELLABLE(409, "The order cannot be cancelled"),
  ORDER_ALREADY_GRABBED(409, "The order is already grabbed"),
  PAYMENT_REFERENCE_REUSED(409, "The payment reference belongs to another payment"),
  INSUFFICIENT_STOCK(409, "Not enough stock"),
  STOCK_BELOW_RESERVED(409, "More is reserved than that"),
  PAYMENT_NOT_REFUNDABLE(409, "The payment is not due back"),
  RECONCILIATION_RUNNING(409, "A reconciliation is running"),
  TASK_STILL_DUE(409, "The order still implies this task"),
  IDEMPOTENCY_KEY_IN_USE(409, "A request with this idempotency key is under way"),
  BODY_TOO_LARGE(413, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
  PAYMENT_AMOUNT_MISMATCH(422, "The payment does not match the order"),
  IDEMPOTENCY_KEY_REUSED(422, "The idempotency key belongs to another request"),
  TOO_MANY_REQUESTS(429, "Too many requests"),
  INTERNAL_ERROR(500, "Something went wrong here"),
  UNAVAILABLE(503, "The service is not available right now");

  private final int status;
  private final String title;

  ProblemCode(int status, String title) {
    this.status = status;
    this.title = title;
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  /** As callers see it, for example {@code order-not-found}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
