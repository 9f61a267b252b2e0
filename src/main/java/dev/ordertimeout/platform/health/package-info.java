/** Whether this process can serve, and whether it serves as punctually as it should. */
@NullMarked
package dev.ordertimeout.platform.health;

import org.jspecify.annotations.NullMarked;
