package dev.ordertimeout.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The servers can be taken away and given back, whichever they are. */
class TestServersTest {
  private static final int PATIENCE_MS = 500;

  @Test
  void redis_comes_back_on_its_port_with_its_data() throws Exception {
    assertThat(redis(TestServers.redisPort(), "SET support.kept here")).isEqualTo("+OK");

    TestServers.stopRedis();
    assertThatThrownBy(() -> redis(TestServers.redisPort(), "PING"))
        .isInstanceOf(IOException.class);
    TestServers.startRedis();

    assertThat(redis(TestServers.redisPort(), "DEL support.kept")).isEqualTo(":1");
  }

  @Test
  void a_frozen_redis_takes_connections_and_answers_nobody() throws Exception {
    TestServers.freezeRedis();
    try {
      assertThatThrownBy(() -> redis(TestServers.redisPort(), "PING"))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("Read timed out");
    } finally {
      TestServers.thawRedis();
    }

    assertThat(redis(TestServers.redisPort(), "PING")).isEqualTo("+PONG");
  }

  @Test
  void postgres_comes_back_on_its_port_with_its_data() throws Exception {
    sql("CREATE TABLE support_kept AS SELECT 'here' AS what");

    TestServers.stopPostgres();
    assertThatThrownBy(() -> sql("SELECT 1")).isInstanceOf(SQLException.class);
    TestServers.startPostgres();

    assertThat(sql("SELECT what FROM support_kept")).isEqualTo("here");
    sql("DROP TABLE support_kept");
  }

  @Test
  void a_commit_is_on_disk_before_it_is_answered() throws Exception {
    assertThat(sql("SHOW fsync")).isEqualTo("on");
    assertThat(sql("SHOW synchronous_commit")).isEqualTo("on");
  }

  @Test
  void an_extra_redis_is_another_one() throws Exception {
    try (ExtraRedis extra = TestServers.startExtraRedis()) {
      redis(extra.port(), "SET support.extra there");

      assertThat(redis(extra.port(), "EXISTS support.extra")).isEqualTo(":1");
      assertThat(redis(TestServers.redisPort(), "EXISTS support.extra")).isEqualTo(":0");
    }
  }

  private static String sql(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                TestServers.jdbcUrl(), TestServers.user(), TestServers.password());
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet rows = statement.getResultSet()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  private static String redis(int port, String command) throws IOException {
    try (Socket socket = new Socket(TestServers.redisHost(), port)) {
      socket.setSoTimeout(PATIENCE_MS);
      socket
          .getOutputStream()
          .write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
      byte[] replies = socket.getInputStream().readAllBytes();
      return new String(replies, StandardCharsets.US_ASCII).replaceAll("\\s*\\+OK\\s*$", "");
    }
  }
}
