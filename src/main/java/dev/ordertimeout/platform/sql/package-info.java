/** Transactions and statements over JDBC, and the database's clock. */
@NullMarked
package dev.ordertimeout.platform.sql;

import org.jspecify.annotations.NullMarked;
