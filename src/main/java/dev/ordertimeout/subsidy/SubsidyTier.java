package dev.ordertimeout.subsidy;

/**
 * One tier of the plan an order was placed under.
 *
 * @param tier 1 for the first
 * @param afterMs how long after placing it falls due, ms
 * @param amount what it grants, minor units of the order's currency
 */
public record SubsidyTier(int tier, long afterMs, long amount) {}
