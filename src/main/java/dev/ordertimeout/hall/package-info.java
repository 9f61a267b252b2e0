/** Where orders wait: who stands there, who grabs one, which tier falls due. */
@NullMarked
package dev.ordertimeout.hall;

import org.jspecify.annotations.NullMarked;
