/** The full comparison of rows and queue, with a report. */
@NullMarked
package dev.ordertimeout.reconcile;

import org.jspecify.annotations.NullMarked;
