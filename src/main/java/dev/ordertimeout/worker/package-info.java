/** The loop that claims due tasks and applies them, and the sweep that needs no queue. */
@NullMarked
package dev.ordertimeout.worker;

import org.jspecify.annotations.NullMarked;
