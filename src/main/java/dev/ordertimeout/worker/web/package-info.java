/** What operators see of the timers, and what they can do about them. */
@NullMarked
package dev.ordertimeout.worker.web;

import org.jspecify.annotations.NullMarked;
