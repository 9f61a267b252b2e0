/**
 * What waiting orders get: the plan an order is placed under, and the ledger of what was granted.
 */
@NullMarked
package dev.ordertimeout.subsidy;

import org.jspecify.annotations.NullMarked;
