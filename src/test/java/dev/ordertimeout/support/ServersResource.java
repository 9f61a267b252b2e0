package dev.ordertimeout.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/**
 * Hands the {@link TestServers} to every {@code @QuarkusTest}. Listed in {@code META-INF/services},
 * so that no test has to name it. The servers outlive the application under test.
 */
public final class ServersResource implements QuarkusTestResourceLifecycleManager {
  @Override
  public Map<String, String> start() {
    return TestServers.config();
  }

  @Override
  public void stop() {}
}
