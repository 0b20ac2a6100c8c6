/**
 * The gate, the sale registry and the outbox on the application's Redis: which connection factory and driver, the start-up check, and a
 * connection that follows the life of the application.
 */
@NullMarked
package io.seckill.spring.redis;

import org.jspecify.annotations.NullMarked;
