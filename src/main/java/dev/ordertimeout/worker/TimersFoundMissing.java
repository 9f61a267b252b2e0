package dev.ordertimeout.worker;

/**
 * The look-ahead found that the queue did not hold timers that it should have held: it lost some.
 * Whoever can compare everything should.
 *
 * @param count how many, in the span that was looked at
 */
public record TimersFoundMissing(int count) {}
