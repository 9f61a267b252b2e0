package dev.ordertimeout.task;

/**
 * A timer: a task and when it is due.
 *
 * @param dueAtMs ms since 1970, by the database's clock
 */
public record Task(TaskId id, long dueAtMs) {}
