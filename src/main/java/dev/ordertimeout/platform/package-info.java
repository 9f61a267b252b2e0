/**
 * What every feature stands on: configuration, transactions, the clock, problem details, health.
 */
@NullMarked
package dev.ordertimeout.platform;

import org.jspecify.annotations.NullMarked;
