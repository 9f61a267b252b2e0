package dev.ordertimeout.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictYamlTest {

  @Test
  void reads_what_is_right() throws IOException {
    ConfigMap map = StrictYaml.read("kind: ConfigMap\ndata: {SHARDS: '1'}", ConfigMap.class);

    assertThat(map.getData()).containsEntry("SHARDS", "1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "replica: 2",
        "spec: {template: {spec: {containers: [{name: a, imagePullPolice: Always}]}}}",
        "spec: {replicas: 2, replicas: 3}",
        "metadata: {name: 5}",
        "metadata: {labels: {a: true}}",
        "spec: {replicas: two}",
        "kind: Deployment\n---\nkind: Deployment",
      })
  void refuses_unknown_doubled_mistyped_and_trailing(String yaml) {
    assertThatThrownBy(() -> StrictYaml.read(yaml, Deployment.class))
        .isInstanceOf(IOException.class);
  }
}
