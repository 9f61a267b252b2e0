package dev.ordertimeout.task;

/**
 * A due task that a worker holds under a lease.
 *
 * @param dueAtMs when it was due in the queue, ms since 1970
 * @param attempts claims of this task that were not released, this one included; at least 1
 * @param token names the claim; whoever shows another token has lost the task
 */
public record ClaimedTask(TaskId id, long dueAtMs, int attempts, String token) {}
