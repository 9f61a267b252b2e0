package dev.ordertimeout.platform.web;

import static dev.ordertimeout.platform.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordertimeout.platform.Http;
import dev.ordertimeout.platform.sql.Transactions;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who an operator is, and the record of what they did. */
@QuarkusTest
class OperatorTest {
  private static final String PATH = "/api/test/echo/operator/name";

  @TestHTTPResource URI base;
  @Inject OperatorActions actions;
  @Inject Transactions transactions;
  private Http http;

  @BeforeEach
  void connect() {
    http = new Http(base);
  }

  @Test
  void an_operator_is_who_the_header_says() {
    assertThat(http.get(PATH, Operator.HEADER, "ann").body()).isEqualTo("{\"name\":\"ann\"}");
    assertThat(http.get(PATH).body()).isEqualTo("{\"name\":\"unidentified\"}");
  }

  @Test
  void a_name_is_read_as_utf8() throws IOException {
    String request =
        "GET "
            + PATH
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Operator: 张伟\r\n\r\n";
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));

      assertThat(socket.getInputStream().readAllBytes())
          .asString(StandardCharsets.UTF_8)
          .endsWith("{\"name\":\"张伟\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\tb"})
  void a_name_that_is_not_plain_is_refused(String name) {
    assertProblem(http.get(PATH, Operator.HEADER, name), 400, "invalid-request").at("#X-Operator");
  }

  @Test
  void a_name_has_at_most_100_characters() {
    assertThat(http.get(PATH, Operator.HEADER, "x".repeat(100)).statusCode()).isEqualTo(200);
    assertProblem(http.get(PATH, Operator.HEADER, "x".repeat(101)), 400, "invalid-request");
  }

  @Test
  void an_action_is_a_row() {
    String target = UUID.randomUUID().toString();

    transactions.call(
        connection -> {
          actions.record(connection, "ann", "EXTEND_DEADLINE", target, Map.of("by", "PT5M"));
          actions.record(connection, "ann", "RETRY", target, null);
          return true;
        });

    assertThat(rows(target))
        .containsExactly("ann|EXTEND_DEADLINE|{\"by\": \"PT5M\"}|t", "ann|RETRY|null|t");
  }

  @Test
  void an_action_that_is_rolled_back_leaves_no_row() {
    String target = UUID.randomUUID().toString();

    assertThatThrownBy(
            () ->
                transactions.call(
                    connection -> {
                      actions.record(connection, "ann", "RETRY", target, null);
                      throw new IllegalStateException("rolled back");
                    }))
        .hasMessage("rolled back");

    assertThat(rows(target)).isEmpty();
  }

  private List<String> rows(String target) {
    return transactions.call(
        connection -> {
          List<String> rows = new ArrayList<>();
          try (Statement statement = connection.createStatement();
              ResultSet row =
                  statement.executeQuery(
                      "SELECT concat_ws('|', who, what, coalesce(data::text, 'null'),"
                          + " at > now() - interval '1 minute') FROM operator_action"
                          + " WHERE target = '"
                          + target
                          + "' ORDER BY id")) {
            while (row.next()) {
              rows.add(row.getString(1));
            }
          }
          return rows;
        });
  }
}
