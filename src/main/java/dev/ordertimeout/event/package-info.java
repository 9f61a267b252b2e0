/** The timeline of an order: append-only rows, written in the transaction that they tell of. */
@NullMarked
package dev.ordertimeout.event;

import org.jspecify.annotations.NullMarked;
