package dev.ordertimeout;

import dev.ordertimeout.embedded.EmbeddedConfig;
import dev.ordertimeout.embedded.EmbeddedProfile;
import dev.ordertimeout.embedded.StartRefused;
import dev.ordertimeout.reconcile.ReconcileCommand;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.vertx.http.HttpServer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The process: without arguments the service, with {@code reconcile} one command of it. */
@QuarkusMain
public final class Main {
  private static final String USAGE =
      "usage: java -jar quarkus-run.jar [reconcile [--dry-run]]   (without arguments: the service)";

  /** A command is no service: it opens no port, does no timer's work and changes no schema. */
  private static final Map<String, String> COMMAND_SETTINGS =
      Map.of(
          "quarkus.http.host-enabled", "false",
          "quarkus.flyway.migrate-at-start", "false",
          "quarkus.scheduler.enabled", "false",
          "order-timeout.worker.enabled", "false",
          "order-timeout.sweep.enabled", "false");

  /** Standard output belongs to the command; a user may ask for more log. */
  private static final Map<String, String> COMMAND_LOG =
      Map.of(
          "quarkus.banner.enabled", "false",
          // Libraries tell of an outage in stack traces, the command in one line.
          "quarkus.log.level", "ERROR",
          "quarkus.log.category.\"dev.ordertimeout\".level", "WARN",
          "quarkus.log.console.stderr", "true");

  private static final List<String> HELP = List.of("-h", "--help");

  private Main() {}

  /**
   * Ends the JVM with 0, with the command's exit code, or with 1 or 2 and one line that says why.
   */
  public static void main(String... args) {
    try {
      switch (args.length == 0 ? "" : args[0]) {
        case "" -> serve();
        case "reconcile" -> command(args);
        case "-h", "--help" -> System.out.println(USAGE);
        default ->
            throw new StartRefused(
                "unknown argument " + args[0] + "; " + USAGE, StartRefused.CANNOT_BE_USED);
      }
    } catch (StartRefused refused) {
      System.err.println("order-timeout: " + refused.getMessage());
      System.exit(refused.exitCode());
    }
  }

  private static void serve() throws StartRefused {
    if (EmbeddedProfile.isActive()) {
      EmbeddedProfile.run(() -> Quarkus.run(EmbeddedService.class));
    } else {
      Quarkus.run();
    }
  }

  private static void command(String... args) throws StartRefused {
    if (!Collections.disjoint(List.of(args), HELP)) {
      // Needs no instance of the command, so no servers either.
      CommandLine.usage(ReconcileCommand.class, System.out);
      return;
    }
    COMMAND_SETTINGS.forEach(System::setProperty);
    COMMAND_LOG.forEach(System.getProperties()::putIfAbsent);
    if (EmbeddedProfile.isActive()) {
      EmbeddedProfile.attach();
    }
    Quarkus.run(Command.class, args);
  }

  /** The service in profile embedded: says where to look, then serves. */
  static final class EmbeddedService implements QuarkusApplication {
    private final HttpServer http;
    private final EmbeddedConfig config;

    EmbeddedService(HttpServer http, EmbeddedConfig config) {
      this.http = http;
      this.config = config;
    }

    @Override
    public int run(String... args) throws StartRefused {
      EmbeddedProfile.banner(http.getPort(), config.data()).ifPresent(System.out::println);
      Quarkus.waitForExit();
      return 0;
    }
  }

  /** Runs the command that the arguments name; its result is the exit code. */
  static final class Command implements QuarkusApplication {
    private final ReconcileCommand reconcile;
    private final CommandLine.IFactory beans;

    Command(@TopCommand ReconcileCommand reconcile, CommandLine.IFactory beans) {
      this.reconcile = reconcile;
      this.beans = beans;
    }

    @Override
    public int run(String... args) {
      String[] options = Arrays.copyOfRange(args, 1, args.length);
      return new CommandLine(reconcile, beans).execute(options);
    }
  }
}
