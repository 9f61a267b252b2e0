/**
 * Faults of every kind against the packaged service, several processes of it, on real servers: what
 * callers were told is held against the rows, by the queries of {@code invariants.sql}.
 */
package dev.ordertimeout.faults;
