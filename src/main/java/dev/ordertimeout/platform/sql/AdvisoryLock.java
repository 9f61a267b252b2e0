package dev.ordertimeout.platform.sql;

/** The advisory locks of the service, as PostgreSQL's pairs of ints; spelled nowhere else. */
public final class AdvisoryLock {
  /** Held shared by each batch of a kind, exclusively while the kind is being paused. */
  public static final int TASK_KIND = 0x07_01;

  /** Held by the instance that looks ahead. */
  public static final int LOOK_AHEAD = 0x07_02;

  /** Held by the reconciliation that runs. */
  public static final int RECONCILIATION = 0x07_03;

  /** Held by the request that is answered first under an idempotency key; the key is hashed. */
  public static final int IDEMPOTENCY_KEY = 0x07_04;

  private AdvisoryLock() {}
}
