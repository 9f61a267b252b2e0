/** The HTTP interface of orders. */
@NullMarked
package dev.ordertimeout.order.web;

import org.jspecify.annotations.NullMarked;
