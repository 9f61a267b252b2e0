/**
 * What is on hand and what is reserved; reserved, given back and consumed inside the order's
 * transaction.
 */
@NullMarked
package dev.ordertimeout.stock;

import org.jspecify.annotations.NullMarked;
