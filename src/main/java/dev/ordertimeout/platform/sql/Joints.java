package dev.ordertimeout.platform.sql;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.jspecify.annotations.Nullable;

/** Which transactions are made of parts. */
@ApplicationScoped
class Joints {
  private final TransactionSynchronizationRegistry present;
  private final AfterCommit afterCommit;
  private final EntityManager entities;

  Joints(
      TransactionSynchronizationRegistry present, AfterCommit afterCommit, EntityManager entities) {
    this.present = present;
    this.afterCommit = afterCommit;
    this.entities = entities;
  }

  /**
   * Lets the present transaction take parts. The transaction itself keeps that, so that no other
   * one, and no other thread, can take the joint for its own.
   */
  Joint begin() {
    Joint joint = new Joint(afterCommit.aftermath(), entities);
    present.putResource(Joint.class, joint);
    return joint;
  }

  /** The present transaction if it takes parts; null if it does not, or if there is none. */
  @Nullable Joint underWay() {
    return present.getTransactionKey() == null ? null : (Joint) present.getResource(Joint.class);
  }
}
