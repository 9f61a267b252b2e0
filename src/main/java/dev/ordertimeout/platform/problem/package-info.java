/** What a caller is told when a request cannot be served: RFC 9457 problem details. */
@NullMarked
package dev.ordertimeout.platform.problem;

import org.jspecify.annotations.NullMarked;
