/** What a caller gets from an Idempotency-Key: one effect and one answer, however often it asks. */
@NullMarked
package dev.ordertimeout.platform.idempotency;

import org.jspecify.annotations.NullMarked;
