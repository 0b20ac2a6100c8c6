/**
 * What the profile {@code demo} adds: servers of its own where none are configured, two sales, and a greeting that says where to click.
 */
@NullMarked
package io.seckill.sample.demo;

import org.jspecify.annotations.NullMarked;
