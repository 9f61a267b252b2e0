package dev.ordertimeout.embedded;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class HttpPortTest {
  @Test
  void a_busy_port_refuses_the_start_in_one_line() throws IOException {
    try (ServerSocket other = new ServerSocket(0)) {
      assertThatExceptionOfType(StartRefused.class)
          .isThrownBy(() -> HttpPort.requireFree(port(other.getLocalPort())))
          .withMessageContaining("HTTP port " + other.getLocalPort())
          .withMessageContaining("-Dquarkus.http.port=")
          .withMessageNotContaining("\n");
    }
  }

  @Test
  void a_port_that_was_let_go_is_free_again() throws IOException {
    int port;
    try (ServerSocket other = new ServerSocket(0)) {
      port = other.getLocalPort();
    }

    assertThatCode(() -> HttpPort.requireFree(port(port))).doesNotThrowAnyException();
  }

  @Test
  void port_0_is_any_port() {
    assertThatCode(() -> HttpPort.requireFree(port(0))).doesNotThrowAnyException();
  }

  private static SmallRyeConfig port(int port) {
    return new SmallRyeConfigBuilder()
        .withDefaultValue("quarkus.http.port", Integer.toString(port))
        .build();
  }
}
