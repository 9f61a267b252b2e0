package dev.ordertimeout.platform.idempotency;

/** The calls that take a key. Kept answers carry the name, so none may change its meaning. */
public enum Route {
  PLACE_ORDER,
  CANCEL_ORDER,
  GRAB_ORDER,
  REPORT_CAPTURE,
  COMPLETE_REFUND,
  RETRY_TASK,
  PAUSE_KIND,
  RESUME_KIND,
  START_RECONCILIATION
}
