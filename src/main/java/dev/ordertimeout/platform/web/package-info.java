/**
 * What every HTTP endpoint shares: how JSON is read and written, constraints, paging, operators.
 */
@NullMarked
package dev.ordertimeout.platform.web;

import org.jspecify.annotations.NullMarked;
