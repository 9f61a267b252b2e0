package dev.ordertimeout.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for the pods of the service and for those of the reconciliation. */
class KubernetesPodsTest {

  private KubernetesBase base;
  private Map<String, String> settings;

  @BeforeEach
  void read() throws IOException {
    base = KubernetesBase.read();
    settings = base.the(ConfigMap.class).getData();
  }

  static Stream<Named<PodSpec>> pods() throws IOException {
    KubernetesBase base = KubernetesBase.read();
    return Stream.of(
        Named.of("service", base.servicePods().getSpec()),
        Named.of("reconciliation", base.reconciliationPods().getSpec()));
  }

  @ParameterizedTest
  @MethodSource("pods")
  void everything_set_in_a_pod_is_a_setting_of_the_service(PodSpec pod) {
    assertThat(settings.keySet()).isNotEmpty().isSubsetOf(ServiceSettings.environmentNames());
    assertThat(container(pod).getEnv())
        .extracting(EnvVar::getName)
        .doesNotHaveDuplicates()
        .isNotEmpty()
        .isSubsetOf(ServiceSettings.environmentNames());
  }

  @Test
  void the_settings_have_values_that_the_service_takes() {
    assertThat(ServiceSettings.read(settings).minPaymentWindow())
        .isEqualTo(Duration.parse(settings.get("ORDER_TIMEOUT_MIN_PAYMENT_WINDOW")));
  }

  @Test
  void both_are_set_up_alike() {
    Container service = container(base.servicePods().getSpec());
    Container reconciliation = container(base.reconciliationPods().getSpec());

    assertThat(reconciliation.getImage()).isEqualTo(service.getImage());
    assertThat(reconciliation.getEnv()).isEqualTo(service.getEnv());
    assertThat(reconciliation.getEnvFrom()).isEqualTo(service.getEnvFrom());
  }

  @ParameterizedTest
  @MethodSource("pods")
  void a_pod_refers_to_what_the_base_holds_and_to_the_one_secret_it_expects(PodSpec pod) {
    assertThat(container(pod).getEnvFrom())
        .extracting(source -> source.getConfigMapRef().getName())
        .containsExactly(base.the(ConfigMap.class).getMetadata().getName());
    assertThat(container(pod).getEnv())
        .extracting(variable -> variable.getValueFrom().getSecretKeyRef().getName())
        .containsOnly("order-timeout-secrets");
    assertThat(pod.getServiceAccountName())
        .isEqualTo(base.the(ServiceAccount.class).getMetadata().getName());
    assertThat(container(pod).getVolumeMounts())
        .extracting(VolumeMount::getName)
        .hasSameElementsAs(pod.getVolumes().stream().map(Volume::getName).toList());
  }

  @ParameterizedTest
  @MethodSource("pods")
  void a_pod_has_no_rights_that_it_does_not_need(PodSpec pod) {
    SecurityContext context = container(pod).getSecurityContext();

    assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    assertThat(context.getAllowPrivilegeEscalation()).isFalse();
    assertThat(context.getReadOnlyRootFilesystem()).isTrue();
    assertThat(context.getCapabilities().getDrop()).containsExactly("ALL");
  }

  @ParameterizedTest
  @MethodSource("pods")
  void a_pod_runs_as_the_user_that_the_image_is_made_for(PodSpec pod) throws IOException {
    var context = pod.getSecurityContext();

    assertThat(Files.readAllLines(Path.of("src/main/docker/Dockerfile.jvm")))
        .contains("USER %d:%d".formatted(context.getRunAsUser(), context.getRunAsGroup()));
  }

  /** The heap is a part of the memory limit: without one, of the node's whole memory. */
  @ParameterizedTest
  @MethodSource("pods")
  void a_pod_has_a_memory_limit(PodSpec pod) {
    assertThat(container(pod).getResources().getLimits()).containsKey("memory");
  }

  /** The links of a Service named order-timeout would read as settings of the service. */
  @ParameterizedTest
  @MethodSource("pods")
  void a_pod_gets_no_service_links(PodSpec pod) {
    assertThat(pod.getEnableServiceLinks()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("pods")
  void a_pod_gets_more_time_to_stop_than_the_service_takes(PodSpec pod) throws IOException {
    assertThat(Duration.ofSeconds(pod.getTerminationGracePeriodSeconds()))
        .isGreaterThan(ServiceSettings.shutdownTimeout());
  }

  private static Container container(PodSpec pod) {
    assertThat(pod.getContainers()).hasSize(1);
    return pod.getContainers().get(0);
  }
}
