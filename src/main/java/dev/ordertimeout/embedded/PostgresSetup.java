package dev.ordertimeout.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Prepares a started PostgreSQL for the service, and looks that it keeps what it acknowledges. */
final class PostgresSetup {
  private static final List<String> MUST_BE_ON =
      List.of("fsync", "synchronous_commit", "full_page_writes");

  private PostgresSetup() {}

  /**
   * Makes the service's role and database where they are missing.
   *
   * @throws StartRefused if a setting would lose acknowledged work in a crash
   */
  static void prepare(ServerAddresses addresses) throws SQLException, StartRefused {
    try (Connection connection = connect(addresses);
        Statement statement = connection.createStatement()) {
      for (String setting : MUST_BE_ON) {
        String value = single(statement, "SHOW " + setting);
        if (!"on".equals(value)) {
          throw new StartRefused(
              "PostgreSQL's %s is %s; it must be on, or acknowledged orders could be lost"
                  .formatted(setting, value));
        }
      }
      String name = ServerAddresses.USER;
      if ("f".equals(exists(statement, "pg_roles WHERE rolname", name))) {
        statement.execute(
            "CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(name, addresses.password()));
      }
      if ("f".equals(exists(statement, "pg_database WHERE datname", name))) {
        statement.execute("CREATE DATABASE %s OWNER %s".formatted(name, name));
      }
    }
  }

  private static Connection connect(ServerAddresses addresses) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/postgres"
            .formatted(ServerAddresses.HOST, addresses.postgresPort()),
        LocalPostgres.SUPERUSER,
        addresses.password());
  }

  private static String exists(Statement statement, String where, String name) throws SQLException {
    return single(statement, "SELECT EXISTS (SELECT FROM %s = '%s')".formatted(where, name));
  }

  private static String single(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
