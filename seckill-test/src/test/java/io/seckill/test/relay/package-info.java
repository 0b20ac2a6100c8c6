/** The relay, against an outbox in memory and sinks that do what a test says. */
@NullMarked
package io.seckill.test.relay;

import org.jspecify.annotations.NullMarked;
