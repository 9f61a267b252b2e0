/** What waiting orders get: the plan that an order is placed under. */
@NullMarked
package dev.ordertimeout.subsidy;

import org.jspecify.annotations.NullMarked;
