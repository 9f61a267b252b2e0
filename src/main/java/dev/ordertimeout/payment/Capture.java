package dev.ordertimeout.payment;

import java.util.UUID;

/**
 * Money that the payment side says it has taken.
 *
 * @param reference the payment side's own name for it; unique
 * @param amount minor units of the currency, positive
 */
public record Capture(String reference, UUID orderId, long amount, String currency) {}
