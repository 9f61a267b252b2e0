package dev.ordertimeout.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KubernetesBaseTest {

  private KubernetesBase base;

  @BeforeEach
  void read() throws IOException {
    base = KubernetesBase.read();
  }

  static List<Path> files() throws IOException {
    return KubernetesBase.files();
  }

  @ParameterizedTest
  @MethodSource("files")
  void every_file_is_one_resource_with_a_name_and_the_common_label(Path file) throws IOException {
    HasMetadata resource = KubernetesBase.resource(file);

    assertThat(resource.getMetadata().getName()).isNotBlank();
    assertThat(resource.getMetadata().getNamespace()).isNull();
    assertThat(resource.getMetadata().getLabels())
        .containsEntry("app.kubernetes.io/name", "order-timeout");
  }

  @Test
  void the_kustomization_lists_the_files_that_are_there_and_no_others() throws IOException {
    JsonNode kustomization = StrictYaml.tree(KubernetesBase.KUSTOMIZATION);

    assertThat(kustomization.path("kind").asText()).isEqualTo("Kustomization");
    assertThat(kustomization.path("resources"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrderElementsOf(
            files().stream()
                .map(file -> KubernetesBase.FOLDER.relativize(file).toString())
                .toList());
  }

  @Test
  void the_kustomization_tags_the_image_that_the_pods_run() throws IOException {
    JsonNode images = StrictYaml.tree(KubernetesBase.KUSTOMIZATION).path("images");

    assertThat(images)
        .extracting(image -> image.path("name").asText())
        .containsExactly(container().getImage());
  }

  @Test
  void the_selectors_find_the_pods_of_the_service_and_only_those() {
    Map<String, String> labels = base.servicePods().getMetadata().getLabels();
    Map<String, String> selector = base.the(Service.class).getSpec().getSelector();

    assertThat(base.the(Deployment.class).getSpec().getSelector().getMatchLabels())
        .isNotEmpty()
        .isEqualTo(labels);
    assertThat(selector).isNotEmpty().isEqualTo(labels);
    assertThat(selector.entrySet())
        .anySatisfy(
            wanted ->
                assertThat(base.reconciliationPods().getMetadata().getLabels().entrySet())
                    .doesNotContain(wanted));
  }

  @Test
  void the_service_and_the_probes_name_a_port_of_the_container() {
    List<String> ports = container().getPorts().stream().map(ContainerPort::getName).toList();

    assertThat(ports)
        .containsExactly(container().getStartupProbe().getHttpGet().getPort().getStrVal())
        .containsExactly(container().getLivenessProbe().getHttpGet().getPort().getStrVal())
        .containsExactly(container().getReadinessProbe().getHttpGet().getPort().getStrVal());
    assertThat(base.the(Service.class).getSpec().getPorts())
        .extracting(port -> port.getTargetPort().getStrVal())
        .isEqualTo(ports);
  }

  @Test
  void each_probe_asks_the_health_group_made_for_it() {
    assertThat(container().getStartupProbe().getHttpGet().getPath()).isEqualTo("/q/health/started");
    assertThat(container().getLivenessProbe().getHttpGet().getPath()).isEqualTo("/q/health/live");
    assertThat(container().getReadinessProbe().getHttpGet().getPath()).isEqualTo("/q/health/ready");
  }

  @Test
  void a_new_version_replaces_the_old_one_without_a_gap() {
    var spec = base.the(Deployment.class).getSpec();

    assertThat(spec.getReplicas()).isGreaterThanOrEqualTo(2);
    assertThat(spec.getStrategy().getRollingUpdate().getMaxUnavailable().getIntVal()).isZero();
  }

  @Test
  void the_reconciliation_runs_one_at_a_time_and_is_not_restarted_in_place() {
    assertThat(base.the(CronJob.class).getSpec().getConcurrencyPolicy()).isEqualTo("Forbid");
    assertThat(base.reconciliationPods().getSpec().getRestartPolicy()).isEqualTo("Never");
    assertThat(base.reconciliationPods().getSpec().getContainers().get(0).getArgs())
        .containsExactly("reconcile");
  }

  private Container container() {
    return base.servicePods().getSpec().getContainers().get(0);
  }
}
