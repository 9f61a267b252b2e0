package dev.ordertimeout.worker;

/**
 * The queue can be used again after an outage. It may have lost timers, and changes made meanwhile
 * did not reach it. Whoever can compare everything should.
 */
public record QueueRecovered() {}
