/** The reconciliation over HTTP. */
@NullMarked
package dev.ordertimeout.reconcile.web;

import org.jspecify.annotations.NullMarked;
