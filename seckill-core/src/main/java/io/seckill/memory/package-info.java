/**
 * Every SPI in plain memory: for tests, for demos and for one JVM that may lose its sale when it stops. Correct under any number of
 * threads, shared with no other process, and gone with this one.
 */
@NullMarked
package io.seckill.memory;

import org.jspecify.annotations.NullMarked;
