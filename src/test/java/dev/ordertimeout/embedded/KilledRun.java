package dev.ordertimeout.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What is left of a JVM that had started the servers when it was killed with SIGKILL. */
record KilledRun(ServerProcess postgres, ServerProcess redis) {
  static KilledRun on(DataFolder folder) throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KilledRun.class.getName(),
                folder.root().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = jvm.inputReader(StandardCharsets.UTF_8)) {
      String line = output.readLine();
      while (line != null && !line.equals("started")) {
        line = output.readLine();
      }
    }
    jvm.destroyForcibly().waitFor();
    return new KilledRun(
        new LocalPostgres(folder).process().orElseThrow(),
        new LocalRedis(folder.redis(), folder.redisPrograms()).process().orElseThrow());
  }

  /** In the JVM that will be killed. */
  @SuppressWarnings("resource") // Never closed, that is the point.
  public static void main(String... arguments) throws StartRefused, IOException {
    EmbeddedServers.start(DataFolder.at(arguments[0]));
    System.out.println("started");
    int never = System.in.read();
    System.out.println(never);
  }
}
