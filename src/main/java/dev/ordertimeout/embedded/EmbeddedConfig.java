package dev.ordertimeout.embedded;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Read before the service starts, too, where mappings do not exist yet. */
@ConfigMapping(prefix = "order-timeout.embedded")
public interface EmbeddedConfig {
  /** Name of {@link #data()}. */
  String DATA = "order-timeout.embedded.data";

  /** Default of {@link #data()}: outside any source tree. */
  String DEFAULT_DATA = "~/.order-timeout/embedded";

  /**
   * Folder of the embedded servers' programs and data, kept between runs. Delete it to start
   * afresh. One run at a time uses it; a relative path counts from the working directory.
   */
  @WithDefault(DEFAULT_DATA)
  String data();
}
