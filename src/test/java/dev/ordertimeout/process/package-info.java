/** The packaged service as processes of its own, looked at and killed from outside. */
package dev.ordertimeout.process;
