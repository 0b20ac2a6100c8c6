/**
 * The operator's console: its pages, and the figures of the last quarter of an hour, which are kept here so that a page that is loaded
 * again has them. What the operator does goes to the endpoints of the other packages.
 */
@NullMarked
package io.seckill.sample.console;

import org.jspecify.annotations.NullMarked;
