/** The queue on Redis: keys, scripts, calls. The only package that knows the Redis client. */
@NullMarked
package dev.ordertimeout.redis;

import org.jspecify.annotations.NullMarked;
