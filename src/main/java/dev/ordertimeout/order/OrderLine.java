package dev.ordertimeout.order;

/**
 * One line of an order; never changes.
 *
 * @param quantity positive
 * @param unitAmount minor units of the order's currency, not negative
 * @param reserved whether the SKU was tracked when the order was placed, so that stock must be
 *     given back or consumed later
 */
public record OrderLine(String sku, int quantity, long unitAmount, boolean reserved) {}
