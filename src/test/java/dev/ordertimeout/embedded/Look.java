package dev.ordertimeout.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Looks into the embedded servers as the service would. */
record Look(ServerAddresses addresses) {
  /** First column of the first row. */
  String sql(String query) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void run(String statement) {
    try (Connection connection = connect();
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        addresses.jdbcUrl(), ServerAddresses.USER, addresses.password());
  }

  /** What Redis says to the password, to one command and to QUIT, as it comes over the wire. */
  String redis(String command) {
    try (Socket socket = new Socket(ServerAddresses.HOST, addresses.redisPort())) {
      String all = "AUTH %s\r\n%s\r\nQUIT\r\n".formatted(addresses.password(), command);
      socket.getOutputStream().write(all.getBytes(StandardCharsets.US_ASCII));
      String replies =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return replies.strip().replaceAll("\\s*\\+OK$", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
