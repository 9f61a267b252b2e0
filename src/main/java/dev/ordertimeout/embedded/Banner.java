package dev.ordertimeout.embedded;

/** Tells a newcomer where to look. */
final class Banner {
  private Banner() {}

  static String text(int httpPort, DataFolder folder, ServerAddresses addresses) {
    String base = "http://localhost:" + httpPort;
    return """

    order-timeout runs with a PostgreSQL and a Redis of its own (profile embedded). Both are real
    servers that keep what they acknowledge, meant for a first look, not for production.

      Orders      %1$s/api/v1/orders
      Swagger UI  %1$s/q/swagger-ui
      Metrics     %1$s/q/metrics
      Health      %1$s/q/health
      Data        %2$s (kept between runs; delete it to start afresh)
      PostgreSQL  psql "host=%3$s port=%4$d user=%5$s dbname=%5$s passfile=%6$s"
      Redis       REDISCLI_AUTH=$(cat %7$s) redis-cli -h %3$s -p %8$d
    """
        .formatted(
            base,
            folder.root(),
            ServerAddresses.HOST,
            addresses.postgresPort(),
            ServerAddresses.USER,
            folder.pgpass(),
            folder.password(),
            addresses.redisPort());
  }
}
