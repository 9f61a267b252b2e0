package dev.ordertimeout.embedded;

import io.quarkus.runtime.ApplicationLifecycleManager;
import io.smallrye.config.SmallRyeConfig;
import java.io.IOException;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** What profile {@code embedded} adds to a start of the service or of its command line. */
public final class EmbeddedProfile {
  private static final String NAME = "embedded";

  private EmbeddedProfile() {}

  /** Whether the profile was asked for, by system property, environment or file. */
  public static boolean isActive() {
    return config().unwrap(SmallRyeConfig.class).getProfiles().contains(NAME);
  }

  /**
   * Starts the servers, points Quarkus's configuration at them, and runs the service. The servers
   * stop after it.
   *
   * @param service starts Quarkus and does not return before it has stopped
   * @throws StartRefused if the service's port or the servers cannot be had; then nothing runs
   */
  public static void run(Runnable service) throws StartRefused {
    requirePrograms();
    HttpPort.requireFree(config());
    ServersOfService servers = new ServersOfService();
    try {
      ServerAddresses addresses = servers.start(folder());
      if (addresses == null) {
        return;
      }
      pointQuarkusAt(addresses);
      ApplicationLifecycleManager.setDefaultExitCodeHandler(
          (exitCode, failure) -> {
            servers.serviceStopped();
            System.exit(exitCode);
          });
      service.run();
    } finally {
      servers.serviceStopped();
    }
  }

  /**
   * Points Quarkus's configuration at the servers of the running service.
   *
   * @throws StartRefused if no service runs on the data folder
   */
  public static void attach() throws StartRefused {
    DataFolder folder = folder();
    ServerAddresses addresses =
        addresses(folder)
            .orElseThrow(
                () ->
                    new StartRefused(
                        "no service runs in profile embedded with the data folder %s; start it first"
                            .formatted(folder.root()),
                        StartRefused.CANNOT_BE_USED));
    pointQuarkusAt(addresses);
  }

  /** What a newcomer is told once the service is up; empty where no service runs. */
  public static Optional<String> banner(int httpPort, String data) throws StartRefused {
    DataFolder folder = DataFolder.at(data);
    return addresses(folder).map(addresses -> Banner.text(httpPort, folder, addresses));
  }

  private static Optional<ServerAddresses> addresses(DataFolder folder) throws StartRefused {
    if (!FolderLock.isTaken(folder)) {
      return Optional.empty();
    }
    try {
      return ServerAddresses.read(folder);
    } catch (IOException e) {
      throw new StartRefused(
          "cannot read where the embedded servers listen (%s)".formatted(Reason.of(e)));
    }
  }

  private static void pointQuarkusAt(ServerAddresses addresses) {
    addresses.asConfig().forEach(System::setProperty);
  }

  private static DataFolder folder() throws StartRefused {
    return DataFolder.at(
        config()
            .getOptionalValue(EmbeddedConfig.DATA, String.class)
            .orElse(EmbeddedConfig.DEFAULT_DATA));
  }

  private static Config config() {
    return ConfigProvider.getConfig();
  }

  /** The servers' libraries are optional, and left out of the container image. */
  private static void requirePrograms() throws StartRefused {
    try {
      ClassLoader loader = EmbeddedProfile.class.getClassLoader();
      Class.forName("io.zonky.test.db.postgres.embedded.EmbeddedPostgres", false, loader);
      Class.forName("redis.embedded.RedisExecProvider", false, loader);
    } catch (ClassNotFoundException e) {
      throw new StartRefused("profile embedded is not part of this build");
    }
  }
}
