/**
 * Real servers for tests and demos, from Docker where there is an engine and from embedded binaries where there is none. They listen on
 * 127.0.0.1 at a random port, and leave nothing running and no data behind.
 */
@NullMarked
package io.seckill.test.server;

import org.jspecify.annotations.NullMarked;
