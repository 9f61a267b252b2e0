/** The full comparison of PostgreSQL's rows and the queue, with a report and repairs. */
@NullMarked
package dev.ordertimeout.reconcile;

import org.jspecify.annotations.NullMarked;
