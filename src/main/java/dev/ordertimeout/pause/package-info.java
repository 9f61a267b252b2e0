/** Pausing a kind of task: while it rests, nothing of it is applied, by queue, sweep or request. */
@NullMarked
package dev.ordertimeout.pause;

import org.jspecify.annotations.NullMarked;
