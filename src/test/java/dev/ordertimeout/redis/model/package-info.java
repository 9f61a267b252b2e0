/**
 * A model test of the queue's protocol: the real scripts, stepped in random order together with
 * workers, sweeps and faults, and held after each step against a simple reference.
 */
@NullMarked
package dev.ordertimeout.redis.model;

import org.jspecify.annotations.NullMarked;
