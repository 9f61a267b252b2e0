package dev.ordertimeout.support;

import java.util.Map;

/** One PostgreSQL and one Redis for all tests of this JVM, each on a port that stays the same. */
interface Servers {
  /** Enough to reach the same servers from another class loader. */
  Map<String, String> state();

  int postgresPort();

  String password();

  int redisPort();

  void stopPostgres();

  /** No warning, no farewell: what follows is a recovery. */
  void crashPostgres();

  void startPostgres();

  /** What only a superuser may do. */
  void sqlAsSuperuser(String sql);

  /** Stops it and starts it as a standby that follows nobody, until {@code pg_promote()}. */
  void demotePostgres();

  void stopRedis();

  void killRedis();

  void startRedis();

  void freezeRedis();

  void thawRedis();

  ExtraRedis startExtraRedis();
}
