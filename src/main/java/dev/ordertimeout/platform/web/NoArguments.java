package dev.ordertimeout.platform.web;

/**
 * The body of a call that takes no arguments: it may be absent or an empty object. A field in it is
 * refused like any unknown field, lest a caller believe that it did something.
 */
public record NoArguments() {}
