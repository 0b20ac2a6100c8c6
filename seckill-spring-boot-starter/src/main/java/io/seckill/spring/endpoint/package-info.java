/** The actuator endpoint {@code seckill}: sales, outbox and dead letters to look at, to steer and to decide about. Only where the application exposes it. */
@NullMarked
package io.seckill.spring.endpoint;

import org.jspecify.annotations.NullMarked;
