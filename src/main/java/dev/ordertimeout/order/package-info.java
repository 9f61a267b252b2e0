/**
 * The order's row: its life cycle, its guarded statements, placing and cancelling. No queue, no
 * threads.
 */
@NullMarked
package dev.ordertimeout.order;

import org.jspecify.annotations.NullMarked;
