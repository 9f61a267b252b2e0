/** Holds the container image, the compose file and the Kubernetes base against the service. */
@NullMarked
package dev.ordertimeout.deploy;

import org.jspecify.annotations.NullMarked;
