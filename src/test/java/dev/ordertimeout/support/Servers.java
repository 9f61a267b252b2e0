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

  void startPostgres();

  void stopRedis();

  void startRedis();

  void freezeRedis();

  void thawRedis();

  ExtraRedis startExtraRedis();
}
