/**
 * Timers as plain values: what a task is, which tasks an order's row implies, and the port to the
 * queue that makes them punctual. Only the JDK is known here.
 */
@NullMarked
package dev.ordertimeout.task;

import org.jspecify.annotations.NullMarked;
