package dev.ordertimeout.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The resources under {@code k8s/}, each read strictly into the API type that it says it is. */
final class KubernetesBase {

  static final Path FOLDER = Path.of("k8s");
  static final Path KUSTOMIZATION = FOLDER.resolve("kustomization.yaml");

  private static final Map<String, Class<? extends HasMetadata>> TYPES =
      Map.of(
          "v1 ServiceAccount", ServiceAccount.class,
          "v1 ConfigMap", ConfigMap.class,
          "v1 Service", Service.class,
          "apps/v1 Deployment", Deployment.class,
          "batch/v1 CronJob", CronJob.class);

  private final List<HasMetadata> resources;

  private KubernetesBase(List<HasMetadata> resources) {
    this.resources = resources;
  }

  static KubernetesBase read() throws IOException {
    List<HasMetadata> resources = new ArrayList<>();
    for (Path file : files()) {
      resources.add(resource(file));
    }
    return new KubernetesBase(resources);
  }

  /** Every file there but the kustomization itself. */
  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(Files::isRegularFile)
          .filter(f -> !f.equals(KUSTOMIZATION))
          .sorted()
          .toList();
    }
  }

  static HasMetadata resource(Path file) throws IOException {
    JsonNode tree = StrictYaml.tree(file);
    String type = tree.path("apiVersion").asText() + " " + tree.path("kind").asText();
    Class<? extends HasMetadata> expected = TYPES.get(type);
    if (expected == null) {
      throw new IOException(file + ": no such resource is expected here: " + type);
    }
    return StrictYaml.read(file, expected);
  }

  /** The only resource of that type. */
  <T extends HasMetadata> T the(Class<T> type) {
    List<T> found = resources.stream().filter(type::isInstance).map(type::cast).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " resources of type " + type.getSimpleName());
    }
    return found.get(0);
  }

  PodTemplateSpec servicePods() {
    return the(Deployment.class).getSpec().getTemplate();
  }

  PodTemplateSpec reconciliationPods() {
    return the(CronJob.class).getSpec().getJobTemplate().getSpec().getTemplate();
  }
}
