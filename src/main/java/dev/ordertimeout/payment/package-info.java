/** Captures as the payment side reports them, each kept as a row, and refunds. */
@NullMarked
package dev.ordertimeout.payment;

import org.jspecify.annotations.NullMarked;
