/**
 * Profile {@code embedded}: a real PostgreSQL and a real Redis, started beside the service for a
 * first look and for the tests.
 */
@NullMarked
package dev.ordertimeout.embedded;

import org.jspecify.annotations.NullMarked;
